import type { Deps } from "#app/deps.server.ts";
import { DeliveryError } from "#app/integrations/delivery-error.ts";
import type { JobHandler, JobResult } from "#app/features/outbox/jobs.ts";
import type { OutboxRow } from "#app/features/outbox/tables.ts";
import { storedEntry } from "./calendar-file.server.ts";
import { composeMail } from "./compose-mail.server.ts";
import { type MailTopic } from "#app/features/outbox/mail-topics.ts";
import { isMailTopic, TOPICS } from "#app/features/mail/topics.ts";

/** A code expires after ten minutes: the usual five minutes between tries are too long. */
const CODE_RETRY_MS = 20_000;

/** Sends one mail at a time: if the process is killed before it marks a sent mail, only that mail is sent twice. */
export function mailHandler(deps: Deps): JobHandler {
  return {
    kind: "mail",
    slots: 1,
    urgentTopics: Object.keys(TOPICS).filter((topic) => TOPICS[topic as MailTopic].isUrgent),
    retryMs: (topic) => (topic.endsWith("-code") ? CODE_RETRY_MS : null),
    label: (topic) => (isMailTopic(topic) ? TOPICS[topic].label : topic),
    recipientWords: "No longer kept",
    waitsFor: () => null,
    pausedMs: () => deps.mailer.pausedMs?.() ?? 0,
    run: (row) => deliverMail(deps, row),
  };
}

/** A list of addresses, or a name beside one, could send the mail to somebody else. */
const ONE_ADDRESS = /^[^\s,;<>"]+@[^\s,;<>"@]+$/;

/** Composes and sends the mail of a leased row, unless it is no longer wanted. Throws `DeliveryError`. */
async function deliverMail(deps: Deps, row: OutboxRow): Promise<JobResult> {
  const composed = await composeMail(deps, row);
  if ("skip" in composed) return { state: "cancelled", code: composed.skip };
  const { mail } = composed;
  if (!ONE_ADDRESS.test(mail.to))
    throw new DeliveryError("This is not one email address.", { isPermanent: true });
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
