import type { Executor } from "#app/platform/database.server.ts";

/** Deletes entries from before an instant (UTC): the only deletion in the audit log. */
export async function purgeAudit(executor: Executor, before: string): Promise<void> {
  await executor.deleteFrom("audit_log").where("at", "<", before).execute();
}
