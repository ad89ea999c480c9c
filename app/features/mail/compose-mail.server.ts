import { invoicedVatPhrase } from "#app/features/billing/invoice-state.server.ts";
import { mailOf } from "#app/features/mail/topics.ts";
import type { Deps } from "#app/deps.server.ts";
import { isBookingRestricted, isRestricted } from "#app/features/data-protection/restrictions.server.ts";
import type { BookingRow } from "#app/features/booking/fields/tables.ts";
import type { OutboxRow } from "#app/features/outbox/tables.ts";
import {
  type MailPayloads,
  type MailTopic,
  isDeliveryTopic,
  type DeliveryTopic,
  isVisitTopic,
} from "#app/features/outbox/mail-topics.ts";
import { isMailTopic, TOPICS, TOPICS_TO_OTHERS, isBookingTopic } from "#app/features/mail/topics.ts";
import type { CancelCode } from "#app/features/outbox/cancel-codes.ts";
import { findDelivery } from "#app/features/report/report-rows.server.ts";
import { withinOffer } from "#app/features/catalogue/offer-scope.server.ts";
import { offerOfBooking } from "#app/features/organisations/record/agreements.server.ts";
import { isErased } from "#app/features/booking/record/erase-booking.server.ts";
import { findBooking } from "#app/features/booking/record/find-booking.server.ts";
import type { OutgoingMail } from "#app/integrations/mail/mailer.ts";
import { mailAddress, mailPayload } from "./mail-address.server.ts";
import { type MailInput, mailInput } from "./mail-input.server.ts";
import { bookingDay } from "#app/features/visits/record/booking-day.ts";
import { visitAndDayOf } from "#app/features/visits/record/booking-days.server.ts";
import { readVisitMail } from "./visit-mail.server.ts";
import { assessorsEntry, calendarEntry, calendarFile, type CalendarEntry } from "./calendar-file.server.ts";
import { bookingLinks } from "./mail-links.server.ts";
import { renderMail } from "#app/features/mail/templates/render-mail.tsx";

type Addressed = Pick<OutboxRow, "id" | "topic" | "recipient" | "payload_sealed">;

/** The booking's address may have been corrected since the mail was queued; a report follows it to its referrer. */
async function addresseeOf(deps: Deps, row: Addressed, booking: BookingRow | null): Promise<string | null> {
  if (booking && !TOPICS_TO_OTHERS.includes(row.topic)) return booking.referrer_email;
  if (!isDeliveryTopic(row.topic) || row.topic === "report-unread") return row.recipient;
  const { deliveryId } = mailPayload(deps.secrets, row) as MailPayloads[DeliveryTopic];
  return (await findDelivery(deps, deliveryId))?.email ?? row.recipient;
}

/** Why a queued mail is no longer wanted; null when it is to be sent. */
export async function reasonNotToSend(
  deps: Deps,
  row: Pick<OutboxRow, "id" | "topic" | "created_at" | "recipient" | "payload_sealed">,
  booking: BookingRow | null,
): Promise<CancelCode | null> {
  const ageMs = deps.clock.now().getTime() - Date.parse(row.created_at);
  if (ageMs >= (isMailTopic(row.topic) ? (TOPICS[row.topic].livesMinutes ?? Infinity) : Infinity) * 60_000)
    return row.topic.endsWith("-code") ? "code-expired" : "link-expired";
  const emailKey = (await addresseeOf(deps, row, booking))?.toLowerCase() ?? null;
  const person = { emailKey, bookingIds: booking ? [booking.id] : [] };
  const mayBeHeldBack = !(isMailTopic(row.topic) && TOPICS[row.topic].ignoresRestriction);
  const isToOthers = booking !== null && TOPICS_TO_OTHERS.includes(row.topic);
  const isHeldBack = async () =>
    (await isRestricted(deps.db, person)) || (isToOthers && (await isBookingRestricted(deps.db, booking)));
  if (mayBeHeldBack && (await isHeldBack())) return "restricted";
  if (!isMailTopic(row.topic) || row.topic === "mail-test") return null;
  const { reasonNotToSend, isAboutBooking } = mailOf(row.topic);
  if (!reasonNotToSend || (isAboutBooking && !booking)) return null;
  return reasonNotToSend({ deps, booking: booking!, payload: mailPayload(deps.secrets, row) as never });
}

/** The visit to come and the day of a booking. One that is pending has no visit, which saves the look. */
async function dayOf(deps: Deps, booking: BookingRow | null) {
  if (booking && booking.status !== "pending") return visitAndDayOf(deps, booking);
  const wished = booking && { status: booking.status, preferredDate: booking.preferred_date };
  return { visit: undefined, day: wished && bookingDay(wished, [], deps.clock.now()) };
}

/** Facts for a mail besides its booking and payload. */
async function readAbout(deps: Deps, row: OutboxRow, booking: BookingRow | null) {
  const { visit: agreed, day } = await dayOf(deps, booking);
  const topic = row.topic as MailTopic;
  const payload = mailPayload(deps.secrets, row);
  if (!isVisitTopic(topic)) {
    const read = await mailAddress(deps, topic, payload, booking);
    if ("skip" in read) return read;
    const { address } = read;
    const isInvoice = topic === "invoice-ready" || topic === "invoice-paid";
    const invoicedVat = isInvoice && booking ? await invoicedVatPhrase(deps, booking.id) : null;
    const entry = await calendarEntry(deps, row, booking);
    const named =
      topic === "mail-test" ? {} : await mailOf(topic).read?.({ deps, payload: payload as never });
    return { entry, agreed, day, visit: null, address, invoicedVat, ...(named && { named }) };
  }
  const read = await readVisitMail(deps, topic, payload, booking);
  if ("skip" in read) return read;
  const entry = assessorsEntry(topic, read.subject) ?? (await calendarEntry(deps, row, booking));
  return { entry, agreed, day, visit: read.visit, address: "", invoicedVat: null };
}

type ComposedMail = { mail: OutgoingMail; calendarEntry: CalendarEntry | null } | { skip: CancelCode };

/** Composes the mail of an outbox row from the booking as it is now. `skip` says why it is not sent. */
export async function composeMail(deps: Deps, row: OutboxRow): Promise<ComposedMail> {
  if (row.payload_sealed === "") return { skip: "text-deleted" };
  if (!isMailTopic(row.topic)) throw new Error("Not a mail");
  const booking =
    row.booking_id && isBookingTopic(row.topic) ? await findBooking(deps.db, row.booking_id) : null;
  if (isBookingTopic(row.topic) && (!booking || isErased(booking))) return { skip: "booking-gone" };
  const skip = await reasonNotToSend(deps, row, booking);
  if (skip) return { skip };
  const to = await addresseeOf(deps, row, booking);
  if (!to) throw new Error("A mail without a recipient");

  const about = await readAbout(deps, row, booking);
  if ("skip" in about) return about;
  const { entry } = about;
  const input = mailInput(deps, row, booking, about);
  const isReminder = booking && row.topic === "referral-reminder";
  return {
    mail: {
      id: row.id,
      tag: row.topic,
      to,
      ...withinOffer(booking ? await offerOfBooking(deps, booking) : undefined, () => renderMail(input)),
      attachments: booking && entry ? [await calendarFile(deps, booking, entry)] : [],
      ...(isReminder ? { unsubscribeUrl: bookingLinks(deps, booking).unsubscribeOneClick } : {}),
    },
    calendarEntry: entry,
  };
}

const HIDDEN = "(hidden)";

function withoutSecret(input: MailInput): MailInput {
  const { secret } = TOPICS[input.topic];
  if (secret === "address") return { ...input, address: HIDDEN };
  return secret ? ({ ...input, payload: { ...input.payload, [secret]: HIDDEN } } as MailInput) : input;
}

/** The text version of a mail as it would read now, without its secrets. Null for jobs that are no mail, and for
 * one whose text was deleted after its retention period. */
export async function previewMail(deps: Deps, row: OutboxRow) {
  if (!isMailTopic(row.topic) || row.payload_sealed === "") return null;
  const booking = row.booking_id ? await findBooking(deps.db, row.booking_id) : null;
  const read = await readAbout(deps, row, booking);
  const about =
    "skip" in read
      ? { entry: null, agreed: undefined, day: null, visit: { when: "" }, address: HIDDEN, invoicedVat: null }
      : read;
  const offer = booking ? await offerOfBooking(deps, booking) : undefined;
  const input = withoutSecret(mailInput(deps, row, booking, about));
  const { subject, text } = withinOffer(offer, () => renderMail(input));
  return { subject, text: text.replace(/([?&]token=)[\w-]+/g, `$1${HIDDEN}`) };
}
