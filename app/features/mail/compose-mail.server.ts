import type { Deps } from "#app/deps.server.ts";
import { findBookingForJob } from "#app/features/booking/find-booking.server.ts";
import type { OutgoingMail } from "#app/integrations/mail/mailer.ts";
import { openPayload } from "#app/platform/outbox.server.ts";
import type { BookingRow, OutboxRow } from "#app/platform/tables.ts";
import { calendarFile } from "./calendar-file.server.ts";
import { bookingLinks } from "./mail-links.server.ts";
import { reasonNotToSend } from "./send-rules.server.ts";
import { renderMail, type MailInput } from "./templates/render-mail.tsx";
import { isBookingTopic, isMailTopic, type MailPayloads } from "./topics.ts";

export type ComposedMail = { mail: OutgoingMail } | { skip: string };

function input(deps: Deps, row: OutboxRow, booking: BookingRow | null): MailInput {
  const { env } = deps;
  return {
    topic: row.topic,
    payload: openPayload(deps.secrets, row),
    site: { name: env.SITE_NAME, origin: env.APP_ORIGIN, phone: env.CONTACT_PHONE, email: env.CONTACT_EMAIL },
    ...(booking ? { booking: { ...booking, links: bookingLinks(deps, booking) } } : {}),
  } as MailInput;
}

/**
 * Turns an outbox row into the mail as it would be sent now: bookings are read at sending time. `skip` says in plain
 * words why it is not sent any more. Used by the worker and by the preview in `/admin/outbox`.
 */
export async function composeMail(deps: Deps, row: OutboxRow): Promise<ComposedMail> {
  if (!isMailTopic(row.topic) || !row.recipient) throw new Error("Not a mail");
  const booking = row.booking_id ? await findBookingForJob(deps.db, row.booking_id) : null;
  if (isBookingTopic(row.topic) && !booking) return { skip: "The booking is no longer there." };
  const skip = await reasonNotToSend(deps, row, booking);
  if (skip) return { skip };

  const attachments: OutgoingMail["attachments"] = [];
  if (row.topic === "status-changed" && booking) {
    const { status } = openPayload(deps.secrets, row) as MailPayloads["status-changed"];
    if (status === "confirmed" && booking.preferred_date) attachments.push(calendarFile(deps, booking));
  }
  return {
    mail: {
      id: row.id,
      tag: row.topic,
      to: row.recipient,
      ...renderMail(input(deps, row, booking)),
      attachments,
      ...(row.topic === "referral-reminder" && booking
        ? { unsubscribeUrl: bookingLinks(deps, booking).unsubscribeOneClick }
        : {}),
    },
  };
}
