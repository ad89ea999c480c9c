import type { Deps } from "#app/deps.server.ts";

/** Deletes sessions, sign-ins, links and known devices that no longer open anything. For the daily housekeeping. */
export async function deleteExpiredAccess(deps: Pick<Deps, "db" | "clock">): Promise<number> {
  const now = deps.clock.now().toISOString();
  let count = 0n;
  for (const table of ["sessions", "sign_ins", "account_tokens", "known_devices"] as const) {
    const deleted = await deps.db.deleteFrom(table).where("expires_at", "<", now).executeTakeFirst();
    count += deleted.numDeletedRows;
  }
  return Number(count);
}
