import type { Executor } from "#app/platform/database.server.ts";
import { firstUuidOf } from "#app/platform/ids.server.ts";

/** An entry that waited for the database has an id that is later than its time, by no more than this. */
const MAX_DELAY_MS = 86_400_000;

/** The only deletion in the audit log: entries from before an instant (UTC), except those about the subjects with these
 * ids. Ids of entries sort by time. */
export async function purgeAudit(executor: Executor, before: string, keptSubjects: readonly string[]) {
  const latestId = firstUuidOf(new Date(Date.parse(before) + MAX_DELAY_MS));
  let expired = executor.deleteFrom("audit_log").where("at", "<", before).where("id", "<", latestId);
  if (keptSubjects.length > 0) expired = expired.where("subject_id", "not in", keptSubjects);
  await expired.execute();
}
