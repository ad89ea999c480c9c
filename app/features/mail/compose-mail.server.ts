import type { Deps } from "#app/deps.server.ts";
import { findBookingForJob } from "#app/features/booking/find-booking.server.ts";
import type { OutgoingMail } from "#app/integrations/mail/mailer.ts";
import type { MailInput } from "./templates/mail-input.ts";
import type { BookingRow } from "#app/features/booking/tables.ts";
import type { OutboxRow } from "#app/features/outbox/tables.ts";
import { calendarEntry, calendarFile, type CalendarEntry } from "./calendar-file.server.ts";
import { mailInput } from "./mail-input.server.ts";
import { bookingLinks } from "./mail-links.server.ts";
import { reasonNotToSend } from "./send-rules.server.ts";
import { renderMail } from "./templates/render-mail.tsx";
import { isBookingTopic, isMailTopic, TOPICS } from "#app/features/mail-queue/topics.ts";

type ComposedMail = { mail: OutgoingMail; calendarEntry: CalendarEntry | null } | { skip: string };

/** The booking's current address: it may have been corrected since the mail was queued. */
function recipientOf(row: OutboxRow, booking: BookingRow | null): string | null {
  return booking && row.topic !== "company-notice" ? booking.referrer_email : row.recipient;
}

/** Composes the mail of an outbox row from the booking as it is now. `skip` says in plain words why it is not sent. */
export async function composeMail(deps: Deps, row: OutboxRow): Promise<ComposedMail> {
  if (row.payload_sealed === "") return { skip: "The text was deleted: it was past its retention period." };
  if (!isMailTopic(row.topic)) throw new Error("Not a mail");
  const booking =
    row.booking_id && isBookingTopic(row.topic) ? await findBookingForJob(deps.db, row.booking_id) : null;
  if (isBookingTopic(row.topic) && !booking) return { skip: "The booking is no longer there." };
  const skip = await reasonNotToSend(deps, row, booking);
  if (skip) return { skip };
  const to = recipientOf(row, booking);
  if (!to) throw new Error("A mail without a recipient");

  const entry = await calendarEntry(deps.db, row.topic, booking);
  const input = mailInput(deps, row, booking, entry);
  const isReminder = booking && row.topic === "referral-reminder";
  return {
    mail: {
      id: row.id,
      tag: row.topic,
      to,
      ...renderMail(input),
      attachments: booking && entry ? [await calendarFile(deps, booking, entry)] : [],
      ...(isReminder ? { unsubscribeUrl: bookingLinks(deps, booking).unsubscribeOneClick } : {}),
    },
    calendarEntry: entry,
  };
}

type MailPreview = { subject: string; text: string };

/** Replaces codes, passwords and links, which are for the recipient alone. */
const HIDDEN = "(hidden)";

function withoutSecret(input: MailInput): MailInput {
  const { secret } = TOPICS[input.topic];
  return secret ? ({ ...input, payload: { ...input.payload, [secret]: HIDDEN } } as MailInput) : input;
}

/** The text version of a mail as it would read now, without its secrets. Null for jobs that are no mail. */
export async function previewMail(deps: Deps, row: OutboxRow): Promise<MailPreview | null> {
  if (!isMailTopic(row.topic) || row.kind !== "mail") return null;
  const booking = row.booking_id ? await findBookingForJob(deps.db, row.booking_id) : null;
  if (isBookingTopic(row.topic) && !booking) return null;
  const entry = await calendarEntry(deps.db, row.topic, booking);
  const { subject, text } = renderMail(withoutSecret(mailInput(deps, row, booking, entry)));
  return { subject, text: text.replace(/([?&]token=)[\w-]+/g, `$1${HIDDEN}`) };
}
