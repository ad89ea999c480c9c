import type { ReactNode } from "react";
import type { BookingRow } from "#app/features/booking/tables.ts";
import type { BookingLinks } from "#app/features/mail/mail-links.server.ts";
import { mailName, type MailText } from "#app/features/mail/mail-text.ts";
import type { BookingTopic, MailPayloads, MailTopic } from "#app/features/mail-queue/topics.ts";
import type { Site } from "./parts.tsx";

/** What a mail may say of a booking: never the client's name, the assessments or anything about health. Text typed by a
 * stranger is only here as `MailText`. */
export type MailBooking = Pick<
  BookingRow,
  "reference" | "status" | "preferred_date" | "payment_method" | "total_pence" | "deposit_percent"
> & {
  greetingName: MailText | null;
  links: BookingLinks;
  /** What the attached calendar file does; null without one. */
  calendarNote: string | null;
};

export function mailBooking(
  booking: BookingRow,
  links: BookingLinks,
  calendarNote: string | null,
): MailBooking {
  const { reference, status, preferred_date, payment_method, total_pence, deposit_percent } = booking;
  const greetingName = mailName(booking.referrer_first_name);
  return {
    reference,
    status,
    preferred_date,
    payment_method,
    total_pence,
    deposit_percent,
    greetingName,
    links,
    calendarNote,
  };
}

/** HTML and text are both made from `body`. */
export type MailContent = { subject: string; preview: string; body: ReactNode };

export type MailInput = {
  [T in MailTopic]: { topic: T; site: Site; payload: MailPayloads[T] } & (T extends BookingTopic
    ? { booking: MailBooking }
    : object);
}[MailTopic];

export type WordedInput = Exclude<MailInput, { topic: "mail-test" }>;

export type InputOf<Topic extends MailTopic> = Extract<MailInput, { topic: Topic }>;
