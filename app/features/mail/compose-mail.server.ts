import type { Deps } from "#app/deps.server.ts";
import {
  CODE_MINUTES,
  CONFIRM_EMAIL_DAYS,
  PASSWORD_RESET_MINUTES,
} from "#app/features/accounts/record/lifetimes.ts";
import { isBookingRestricted, isRestricted } from "#app/features/data-protection/restrictions.server.ts";
import { referralSubmissions } from "#app/features/referral/queries.server.ts";
import type { BookingRow } from "#app/features/booking/fields/tables.ts";
import type { OutboxRow } from "#app/features/outbox/tables.ts";
import {
  isMailTopic,
  TOPICS,
  TOPICS_TO_OTHERS,
  type MailPayloads,
  type MailTopic,
  isBookingTopic,
  isDeliveryTopic,
  type DeliveryTopic,
  isPartTopic,
  type PartTopic,
  isVisitTopic,
} from "#app/features/outbox/mail-topics.ts";
import type { CancelCode } from "#app/features/outbox/cancel-codes.ts";
import { reasonAgainstPartMail } from "#app/features/contributions/part-mails.server.ts";
import { reasonAgainstDeliveryMail } from "#app/features/report/deliver-report.server.ts";
import { findDelivery } from "#app/features/report/report-rows.server.ts";
import { isErased } from "#app/features/booking/record/erase-booking.server.ts";
import { findBooking } from "#app/features/booking/record/find-booking.server.ts";
import type { OutgoingMail } from "#app/integrations/mail/mailer.ts";
import { mailAddress, mailPayload } from "./mail-address.server.ts";
import { type MailInput, mailInput } from "./mail-input.server.ts";
import { findInvoice } from "#app/features/billing/invoice-state.server.ts";
import { openPence, standingOf } from "#app/features/billing/invoice-standing.ts";
import { bookingDay } from "#app/features/visits/record/booking-day.ts";
import { bookingDayOf, visitAndDayOf } from "#app/features/visits/record/booking-days.server.ts";
import { isDateAgreed } from "#app/features/booking/fields/status.ts";
import { NO_VISIT, readVisitMail } from "./visit-mail.server.ts";
import { assessorsEntry, calendarEntry, calendarFile, type CalendarEntry } from "./calendar-file.server.ts";
import { bookingLinks } from "./mail-links.server.ts";
import { hasOptedOut } from "./stop-reminders.server.ts";
import { renderMail } from "#app/features/mail/templates/render-mail.tsx";
import { londonDate } from "#app/platform/dates.ts";

const LIFE_MINUTES: Record<string, number | undefined> = {
  "sign-in-code": CODE_MINUTES,
  "report-code": CODE_MINUTES,
  "password-reset": PASSWORD_RESET_MINUTES,
  "confirm-email": CONFIRM_EMAIL_DAYS * 24 * 60,
};

async function reasonAgainstReminder(
  deps: Pick<Deps, "db" | "clock" | "secrets">,
  booking: BookingRow,
): Promise<CancelCode | null> {
  if (booking.status === "cancelled" || booking.status === "completed") return "booking-closed";
  const day = await bookingDayOf(deps, booking);
  if (booking.status === "confirmed" && isDateAgreed(day) && day.isOver) return "day-passed";
  const submissions = await referralSubmissions(deps.db, [booking.id]);
  if (submissions.has(booking.id)) return "forms-submitted";
  return (await hasOptedOut(deps.db, booking.id)) ? "reminders-stopped" : null;
}

async function reasonAgainstInvoice(
  deps: Pick<Deps, "db" | "clock" | "secrets" | "env">,
  booking: BookingRow,
): Promise<CancelCode | null> {
  if (booking.status === "cancelled") return "booking-cancelled";
  const invoice = await findInvoice(deps, booking.id);
  const isVoid = invoice !== null && standingOf(invoice, londonDate(deps.clock.now())) === "void";
  return isVoid ? "invoice-void" : null;
}

async function reasonAgainstInvoiceReminder(
  deps: Pick<Deps, "db" | "clock" | "secrets" | "env">,
  booking: BookingRow,
): Promise<CancelCode | null> {
  if (booking.status === "cancelled") return "booking-cancelled";
  const invoice = await findInvoice(deps, booking.id);
  const isOverdue = invoice !== null && standingOf(invoice, londonDate(deps.clock.now())) === "overdue";
  return isOverdue && openPence(invoice) > 0 ? null : "invoice-settled";
}

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
  if (ageMs >= (LIFE_MINUTES[row.topic] ?? Infinity) * 60_000) {
    return row.topic.endsWith("-code") ? "code-expired" : "link-expired";
  }
  const emailKey = (await addresseeOf(deps, row, booking))?.toLowerCase() ?? null;
  const person = { emailKey, bookingIds: booking ? [booking.id] : [] };
  const mayBeHeldBack = !(isMailTopic(row.topic) && TOPICS[row.topic].ignoresRestriction);
  const isToOthers = booking !== null && TOPICS_TO_OTHERS.includes(row.topic);
  const isHeldBack = async () =>
    (await isRestricted(deps.db, person)) || (isToOthers && (await isBookingRestricted(deps.db, booking)));
  if (mayBeHeldBack && (await isHeldBack())) return "restricted";
  if (row.topic === "status-changed" && booking) {
    const { status } = mailPayload(deps.secrets, row) as MailPayloads["status-changed"];
    return status === booking.status ? null : "status-changed-again";
  }
  if (isDeliveryTopic(row.topic)) {
    const { deliveryId } = mailPayload(deps.secrets, row) as MailPayloads[DeliveryTopic];
    return reasonAgainstDeliveryMail(deps, row.topic, deliveryId);
  }
  if (isPartTopic(row.topic)) {
    return reasonAgainstPartMail(deps, row.topic, mailPayload(deps.secrets, row) as MailPayloads[PartTopic]);
  }
  if (row.topic === "invoice-ready" && booking) return reasonAgainstInvoice(deps, booking);
  if (row.topic === "invoice-reminder" && booking) return reasonAgainstInvoiceReminder(deps, booking);
  if (row.topic === "referral-reminder" && booking) return reasonAgainstReminder(deps, booking);
  return null;
}

/** Facts for a mail besides its booking and payload. */
/** The visit to come and the day of a booking. One that is pending has no visit, which saves the look. */
async function dayOf(deps: Deps, booking: BookingRow | null) {
  if (booking && booking.status !== "pending") return visitAndDayOf(deps, booking);
  const wished = booking && { status: booking.status, preferredDate: booking.preferred_date };
  return { visit: undefined, day: wished && bookingDay(wished, [], deps.clock.now()) };
}

async function readAbout(deps: Deps, row: OutboxRow, booking: BookingRow | null) {
  const { visit: agreed, day } = await dayOf(deps, booking);
  const topic = row.topic as MailTopic;
  const payload = mailPayload(deps.secrets, row);
  if (!isVisitTopic(topic)) {
    const read = await mailAddress(deps, topic, payload, booking);
    if ("skip" in read) return read;
    const { address } = read;
    return { entry: await calendarEntry(deps, row, booking), agreed, day, visit: null, address };
  }
  const read = await readVisitMail(deps, topic, payload, booking);
  if ("skip" in read) return read;
  const entry = assessorsEntry(topic, read.subject) ?? (await calendarEntry(deps, row, booking));
  return { entry, agreed, day, visit: read.visit, address: "" };
}

type ComposedMail = { mail: OutgoingMail; calendarEntry: CalendarEntry | null } | { skip: CancelCode };

/** Composes the mail of an outbox row from the booking as it is now. `skip` says why it is not sent. */
export async function composeMail(deps: Deps, row: OutboxRow): Promise<ComposedMail> {
  if (row.payload_sealed === "") return { skip: "text-deleted" };
  if (!isMailTopic(row.topic)) throw new Error("Not a mail");
  const booking =
    row.booking_id && isBookingTopic(row.topic) ? await findBooking(deps.db, row.booking_id) : null;
  if (isBookingTopic(row.topic) && (!booking || isErased(booking))) {
    return { skip: "booking-gone" };
  }
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
      ...renderMail(input),
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
    "skip" in read ? { entry: null, agreed: undefined, day: null, visit: NO_VISIT, address: HIDDEN } : read;
  const { subject, text } = renderMail(withoutSecret(mailInput(deps, row, booking, about)));
  return { subject, text: text.replace(/([?&]token=)[\w-]+/g, `$1${HIDDEN}`) };
}
