import type { Deps } from "#app/deps.server.ts";
import type { OutboxRow } from "#app/platform/tables.ts";
import { composeMail } from "./compose-mail.server.ts";
import type { JobResult } from "./settle-job.server.ts";

/** Composes and hands over the mail of a leased row, unless it is no longer wanted. Throws `DeliveryError`. */
export async function deliverMail(deps: Deps, row: OutboxRow): Promise<JobResult> {
  const composed = await composeMail(deps, row);
  if ("skip" in composed) return { state: "cancelled", reason: composed.skip };
  const { mail } = composed;
  if (mail.to !== row.recipient) {
    await deps.db.updateTable("outbox").set({ recipient: mail.to }).where("id", "=", row.id).execute();
  }
  const { vendorId } = await deps.mailer.send(mail);
  return { state: "sent", vendorId };
}
