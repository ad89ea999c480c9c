import type { IsoDate } from "#app/platform/dates.ts";

/** What a mail says of a changed booking. Of client, place and assessments only that they were changed. */
export type MailedChange =
  | { what: "date"; from: IsoDate | null; to: IsoDate | null }
  | { what: "total"; fromPence: number; toPence: number }
  | { what: "payment"; to: "pay_now" | "pay_later" }
  | { what: "mode"; isVirtual: boolean }
  | { what: "location" | "assessments" | "client" | "contact" };

/**
 * What each mail needs beside its booking, which the template reads at sending time. Payloads are encrypted in the
 * outbox; still, put nothing into one that the template does not show.
 */
export type MailPayloads = {
  "booking-confirmation": Record<never, never>;
  /** To the company: a booking was made. */
  "company-notice": Record<never, never>;
  /** `note` is what staff wrote to the referrer. */
  "status-changed": { status: "pending" | "confirmed" | "completed" | "cancelled"; note?: string };
  /** Staff changed the booking. */
  "booking-changed": { changes: MailedChange[] };
  /** The invoice was made; without an address it can be paid by phone. */
  "invoice-ready": { kind: "full" | "deposit"; amountPence: number; dueOn: string; onlineUrl: string | null };
  "booking-link": { link: string; assessmentNames: string[] };
  /** `day` after the booking; checked again at sending time. */
  "referral-reminder": { day: 3 | 7 };
  "referral-received": Record<never, never>;
  /** A fresh link to a booking whose link was lost. */
  "access-link": Record<never, never>;
  /** Six digits; not sent once it is 10 minutes old. */
  "sign-in-code": { code: string };
  "temporary-password": { password: string; url: string };
  "password-reset": { url: string };
  "confirm-email": { url: string };
  /** An account was made for an address that has one; `url` is the login page of the area of the one it has. */
  "account-exists": { url: string };
  /** To its sender: a data-protection complaint arrived. */
  "complaint-received": { reference: string };
  /** To the company: it has to be answered. */
  "complaint-notice": { reference: string; url: string };
};

export type MailTopic = keyof MailPayloads;

/** Topics about one booking: their rows carry its id. */
const BOOKING_TOPICS = [
  "booking-confirmation",
  "company-notice",
  "status-changed",
  "booking-changed",
  "invoice-ready",
  "referral-reminder",
  "referral-received",
  "access-link",
] as const satisfies MailTopic[];

export type BookingTopic = (typeof BOOKING_TOPICS)[number];

/** What staff call each mail on screen. */
export const MAIL_LABELS: Record<MailTopic, string> = {
  "booking-confirmation": "Booking confirmation",
  "company-notice": "Notice of a new booking",
  "status-changed": "Status change",
  "booking-changed": "Booking changed",
  "invoice-ready": "Invoice",
  "booking-link": "Booking link",
  "referral-reminder": "Referral form reminder",
  "referral-received": "Referral form received",
  "access-link": "Link to a booking",
  "sign-in-code": "Sign-in code",
  "temporary-password": "Temporary password",
  "password-reset": "Password reset",
  "confirm-email": "E-mail address confirmation",
  "account-exists": "Account already there",
  "complaint-received": "Complaint received",
  "complaint-notice": "Notice of a complaint",
};

/** True for the name of a mail template. */
export function isMailTopic(topic: string): topic is MailTopic {
  return topic in MAIL_LABELS;
}

/** True for a mail about one booking. */
export function isBookingTopic(topic: MailTopic): topic is BookingTopic {
  return (BOOKING_TOPICS as readonly MailTopic[]).includes(topic);
}
