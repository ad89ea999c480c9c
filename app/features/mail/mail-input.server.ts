import { paymentWords } from "#app/features/booking/fields/reference-lists.ts";
import { lacksPo } from "#app/features/booking/money/payment-terms.ts";
import { bookedVat } from "#app/features/settings/offer.ts";
import type { ReactNode } from "react";
import type { BookingRow } from "#app/features/booking/fields/tables.ts";
import type { BookingDay } from "#app/features/booking/fields/status.ts";
import { consumerRights } from "#app/features/booking/fields/consumer.ts";
import { londonDate } from "#app/platform/dates.ts";
import { mailPayload } from "./mail-address.server.ts";
import { bookingLinks } from "./mail-links.server.ts";
import { mailName } from "./mail-text.ts";
import type { MailWords } from "#app/features/outbox/mail-topics.ts";
import type { BookingTopic, MailPayloads, MailTopic, VisitTopic } from "#app/features/outbox/mail-topics.ts";
import type { Deps } from "#app/deps.server.ts";
import type { OutboxRow } from "#app/features/outbox/tables.ts";
import { calendarNote, type CalendarEntry } from "./calendar-file.server.ts";
import type { AgreedVisit } from "#app/features/visits/record/agreed-visit.server.ts";
import type { MailVisit } from "./visit-mail.server.ts";
import { shadesOf } from "#app/features/settings/colour.ts";
import { companyDetails } from "#app/features/settings/site.ts";

/** Facts of a mail besides its payload and the booking's row. */
type About = {
  entry: CalendarEntry | null;
  /** The visit to come. */
  agreed: AgreedVisit | null | undefined;
  day: BookingDay | null;
  visit: MailVisit | null;
  address: string;
  /** In mails about an invoice. */
  invoicedVat: string | null;
  /** Parts of the payload that its file read by their ids. */
  named?: object;
};

/** The facts of a booking that a mail may contain: never the client's name, the assessments or health data. Text typed
 * by a stranger is only here as `MailText`. */
function mailBooking(
  deps: Deps,
  booking: BookingRow,
  { entry, agreed, day, invoicedVat }: Omit<About, "visit" | "address">,
) {
  return {
    reference: booking.reference,
    status: booking.status,
    preferred_date: booking.preferred_date,
    payment_method: booking.payment_method,
    total_pence: booking.total_pence,
    isStartRequested: booking.start_requested === 1,
    deposit_percent: booking.deposit_percent,
    days_to_pay: booking.days_to_pay,
    waitsForPo: lacksPo(booking),
    payment: paymentWords({
      paymentMethod: booking.payment_method,
      onAccount: booking.is_on_account === 1,
    }),
    created_at: booking.created_at,
    awaits_contact_since: booking.awaits_contact_since,
    greetingName: mailName(booking.referrer_first_name),
    vatPhrase: invoicedVat ?? bookedVat(deps.settings.current(), booking.created_at).vatPhrase,
    links: bookingLinks(deps, booking),
    /** Null unless a consumer booked and may still cancel. */
    rights: consumerRights(booking, londonDate(deps.clock.now())),
    /** The visit to come. */
    visit: agreed,
    day,
    /** A sentence about the attached calendar file; null without one. */
    calendarNote: calendarNote(entry),
  };
}

export type MailBooking = ReturnType<typeof mailBooking>;

/** HTML and text are both made from `body`. */
export type MailContent = { subject: string; preview: string; body: ReactNode };

/** `address` is the page that the mail leads to; empty where links come with the booking or the visit. */
export type MailInput = {
  [T in MailTopic]: {
    topic: T;
    site: MailSite;
    payload: MailPayloads[T];
    address: string;
  } & (T extends BookingTopic ? { booking: MailBooking } : object) &
    (T extends VisitTopic ? { visit: MailVisit } : object);
}[MailTopic];

export type WordedInput = Exclude<MailInput, { topic: "mail-test" }>;

export type InputOf<Topic extends MailTopic> = Extract<MailInput, { topic: Topic }>;

/** The company's facts in every mail. */
export function mailSite({ env, settings, clock }: Pick<Deps, "env" | "settings" | "clock">) {
  const { company, mailTexts } = settings.current();
  const texts: Record<string, MailWords> = mailTexts.texts;
  const { accent, tint, onDark } = shadesOf(company.accent);
  return {
    name: company.name,
    origin: env.APP_ORIGIN,
    phone: company.phone,
    email: company.email,
    accent,
    tint,
    accentOnDark: onDark,
    details: companyDetails(company, londonDate(clock.now())),
    bankDetails: company.bankDetails,
    footer: mailTexts.footer,
    texts,
  };
}

export type MailSite = ReturnType<typeof mailSite>;

export function mailInput(
  deps: Deps,
  row: Pick<OutboxRow, "id" | "topic" | "payload_sealed">,
  booking: BookingRow | null,
  about: About,
): MailInput {
  // `enqueueMail` stored exactly this topic's payload.
  return {
    topic: row.topic,
    payload: { ...mailPayload(deps.secrets, row), ...about.named },
    address: about.address,
    site: mailSite(deps),
    ...(booking ? { booking: mailBooking(deps, booking, about) } : {}),
    ...(about.visit ? { visit: about.visit } : {}),
  } as MailInput;
}
