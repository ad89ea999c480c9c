import type { Executor } from "#app/platform/database.server.ts";
import { firstUuidOf } from "#app/platform/ids.server.ts";

/** An entry gets its id later than its time when the database could not be written meanwhile. */
const LATEST_MS = 86_400_000;

/** The only deletion in the audit log: entries from before an instant (UTC). Ids sort by time. */
export async function purgeAudit(executor: Executor, before: string): Promise<void> {
  const latestId = firstUuidOf(new Date(Date.parse(before) + LATEST_MS));
  await executor.deleteFrom("audit_log").where("at", "<", before).where("id", "<", latestId).execute();
}
