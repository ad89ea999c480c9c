import type { IsoDate } from "#app/platform/dates.ts";

/** Client, place and assessments are only said to have changed. */
export type MailedChange =
  | { what: "date"; from: IsoDate | null; to: IsoDate | null }
  | { what: "total"; fromPence: number; toPence: number }
  | { what: "payment"; to: "pay_now" | "pay_later" }
  | { what: "mode"; isVirtual: boolean }
  | { what: "location" | "assessments" | "client" | "contact" };

/** What each mail needs besides its booking. Encrypted; still, add only what the template shows. */
export type MailPayloads = {
  "booking-confirmation": Record<never, never>;
  /** To the company. */
  "company-notice": Record<never, never>;
  /** `note` is what staff wrote to the referrer. */
  "status-changed": { status: "pending" | "confirmed" | "completed" | "cancelled"; note?: string };
  "booking-changed": { changes: MailedChange[] };
  /** Without an address it is paid by phone. */
  "invoice-ready": { kind: "full" | "deposit"; amountPence: number; dueOn: string; onlineUrl: string | null };
  "booking-link": { link: string; assessmentNames: string[] };
  "referral-reminder": { day: number };
  "referral-received": Record<never, never>;
  "access-link": Record<never, never>;
  /** Six digits; not sent after 10 minutes. */
  "sign-in-code": { code: string };
  "temporary-password": { password: string; url: string };
  "password-reset": { url: string };
  "confirm-email": { url: string };
  /** Somebody registered with an address that has an account; `url` is that account's login page. */
  "account-exists": { url: string };
  /** To the sender of a data-protection complaint. */
  "complaint-received": { reference: string };
  /** To the company. */
  "complaint-notice": { reference: string; url: string };
  /** To an Administrator: a mail of this topic as it reads now, with made-up details. */
  "mail-test": { topic: string };
};

export type MailTopic = keyof MailPayloads;

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
  "mail-test": "Test of a mail text",
};

export function isMailTopic(topic: string): topic is MailTopic {
  return topic in MAIL_LABELS;
}

export function isBookingTopic(topic: MailTopic): topic is BookingTopic {
  return (BOOKING_TOPICS as readonly MailTopic[]).includes(topic);
}
