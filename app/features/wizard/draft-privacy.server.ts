import type { Deps } from "#app/deps.server.ts";
import type { Executor } from "#app/platform/database.server.ts";
import { openDraft } from "./drafts.server.ts";

/** They are encrypted, so each is decrypted. */
export async function draftsOfReferrer(deps: Pick<Deps, "db" | "secrets">, emailKey: string) {
  const rows = await deps.db.selectFrom("drafts").selectAll().execute();
  return rows
    .map((row) => openDraft(deps, row))
    .filter((draft) => JSON.stringify(draft.answers).toLowerCase().includes(JSON.stringify(emailKey)));
}

export async function deleteDrafts(executor: Executor, ids: string[]): Promise<void> {
  for (const id of ids) await executor.deleteFrom("drafts").where("id", "=", id).execute();
}

export async function purgeDrafts(deps: Pick<Deps, "db" | "clock">): Promise<number> {
  const result = await deps.db
    .deleteFrom("drafts")
    .where("expires_at", "<", deps.clock.now().toISOString())
    .executeTakeFirst();
  return Number(result.numDeletedRows);
}
