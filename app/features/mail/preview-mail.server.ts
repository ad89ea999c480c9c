import type { Deps } from "#app/deps.server.ts";
import { findBookingForJob } from "#app/features/booking/find-booking.server.ts";
import type { OutboxRow } from "#app/features/outbox/tables.ts";
import { calendarEntry } from "./calendar-file.server.ts";
import { mailInput } from "./mail-input.server.ts";
import { renderMail } from "./templates/render-mail.tsx";
import type { MailInput } from "#app/features/mail/templates/mail-input.ts";
import { isBookingTopic, isMailTopic } from "#app/features/mail-queue/topics.ts";

type MailPreview = { subject: string; text: string };

/** Replaces codes, passwords and links, which are for the recipient alone. */
const HIDDEN = "(hidden)";

function withoutSecrets(input: MailInput): MailInput {
  switch (input.topic) {
    case "sign-in-code":
      return { ...input, payload: { ...input.payload, code: HIDDEN } };
    case "temporary-password":
      return { ...input, payload: { ...input.payload, password: HIDDEN } };
    case "password-reset":
      return { ...input, payload: { url: HIDDEN } };
    case "confirm-email":
      return { ...input, payload: { url: HIDDEN } };
    default:
      return input;
  }
}

/** The text version of a mail as it would read now, without its secrets. Null for jobs that are no mail. */
export async function previewMail(deps: Deps, row: OutboxRow): Promise<MailPreview | null> {
  if (!isMailTopic(row.topic) || row.kind !== "mail") return null;
  const booking = row.booking_id ? await findBookingForJob(deps.db, row.booking_id) : null;
  if (isBookingTopic(row.topic) && !booking) return null;
  const entry = await calendarEntry(deps.db, row.topic, booking);
  const { subject, text } = renderMail(withoutSecrets(mailInput(deps, row, booking, entry)));
  return { subject, text: text.replace(/([?&]token=)[\w-]+/g, `$1${HIDDEN}`) };
}
