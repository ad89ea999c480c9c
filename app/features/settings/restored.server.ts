import type { Deps } from "#app/deps.server.ts";
import { transact } from "#app/platform/database.server.ts";
import { appendChange } from "./settings.server.ts";

const SHOWN_DAYS = 7;
const DAY_MS = 86_400_000;

/** Notes in restored data that its settings are those of the backup, made at `backupAt` (UTC). */
export async function recordRestore(deps: Deps, backupAt: string): Promise<void> {
  const restoredAt = deps.clock.now().toISOString();
  await transact(deps, (inside) =>
    appendChange(inside.db, deps.clock, "restored", { backupAt, restoredAt }, null),
  );
  await deps.settings.reload();
}

/** When the backup was made that this data came from, if it was restored lately; else null. */
export function recentRestore({ settings, clock }: Pick<Deps, "settings" | "clock">): string | null {
  const { backupAt, restoredAt } = settings.current().restored;
  if (restoredAt === "") return null;
  const age = clock.now().getTime() - Date.parse(restoredAt);
  return age < SHOWN_DAYS * DAY_MS ? backupAt : null;
}
