import type { Deps } from "#app/deps.server.ts";
import type { Executor } from "#app/platform/database.server.ts";
import { decryptDraft, REFERRER_HASH, referrerEmailKey } from "./drafts.server.ts";

/** Drafts from before they had a hash are decrypted, all of them; 48 hours after the upgrade there are none. */
export async function draftsOfReferrer(deps: Pick<Deps, "db" | "secrets">, emailKey: string) {
  const rows = await deps.db
    .selectFrom("drafts")
    .selectAll()
    .where((eb) =>
      eb.or([
        eb("referrer_hash", "in", deps.secrets.hashes(emailKey, REFERRER_HASH)),
        eb("referrer_hash", "is", null),
      ]),
    )
    .execute();
  return rows
    .map((row) => decryptDraft(deps, row))
    .filter((draft) => referrerEmailKey(draft.answers) === emailKey);
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
