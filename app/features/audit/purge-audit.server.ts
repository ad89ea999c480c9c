import type { Executor } from "#app/platform/database.server.ts";

/** Deletes what the audit log holds from before an instant (UTC); nothing else is ever taken out of it. */
export async function purgeAudit(executor: Executor, before: string): Promise<void> {
  await executor.deleteFrom("audit_log").where("at", "<", before).execute();
}
