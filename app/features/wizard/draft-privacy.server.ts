import type { Deps } from "#app/deps.server.ts";
import type { Executor } from "#app/platform/database.server.ts";
import { openDraft } from "./drafts.server.ts";

/** Drafts, as the privacy desk and the nightly purge read and delete them. */

/** The unfinished booking forms in which an e-mail address stands. They are encrypted, so each has to be opened. */
export async function draftsOfReferrer(deps: Pick<Deps, "db" | "secrets">, emailKey: string) {
  const rows = await deps.db.selectFrom("drafts").selectAll().execute();
  return rows
    .map((row) => openDraft(deps, row))
    .filter((draft) => JSON.stringify(draft.answers).toLowerCase().includes(JSON.stringify(emailKey)));
}

export async function deleteDrafts(executor: Executor, ids: string[]): Promise<void> {
  for (const id of ids) await executor.deleteFrom("drafts").where("id", "=", id).execute();
}

/** Removes drafts past their 48 hours; returns how many. */
export async function purgeDrafts(deps: Pick<Deps, "db" | "clock">): Promise<number> {
  const result = await deps.db
    .deleteFrom("drafts")
    .where("expires_at", "<", deps.clock.now().toISOString())
    .executeTakeFirst();
  return Number(result.numDeletedRows);
}
