import type { Deps } from "#app/deps.server.ts";
import { DeliveryError } from "#app/integrations/delivery-error.ts";
import type { OutboxRow } from "#app/features/outbox/tables.ts";
import { storedEntry } from "./calendar-file.server.ts";
import { composeMail } from "./compose-mail.server.ts";
import type { JobResult } from "#app/features/outbox/jobs.ts";

/** A list of addresses, or a name beside one, could send the mail to somebody else. */
function isOneAddress(to: string): boolean {
  return /^[^\s,;<>"]+@[^\s,;<>"@]+$/.test(to);
}

/** Composes and sends the mail of a leased row, unless it is no longer wanted. Throws `DeliveryError`. */
export async function deliverMail(deps: Deps, row: OutboxRow): Promise<JobResult> {
  const composed = await composeMail(deps, row);
  if ("skip" in composed) return { state: "cancelled", reason: composed.skip };
  const { mail } = composed;
  if (!isOneAddress(mail.to)) {
    throw new DeliveryError("This is not one e-mail address.", { isPermanent: true });
  }
  const calendar_entry = storedEntry(composed.calendarEntry);
  if (mail.to !== row.recipient || calendar_entry !== row.calendar_entry) {
    await deps.db
      .updateTable("outbox")
      .set({ recipient: mail.to, calendar_entry })
      .where("id", "=", row.id)
      .execute();
  }
  const { vendorId } = await deps.mailer.send(mail);
  return { state: "sent", vendorId };
}
