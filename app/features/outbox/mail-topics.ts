import type { IsoDate } from "#app/platform/dates.ts";

/** Client, place and assessments are only said to have changed. */
export type MailedChange =
  | { what: "date"; from: IsoDate | null; to: IsoDate | null }
  | { what: "total"; fromPence: number; toPence: number }
  | { what: "payment"; to: "pay_now" | "pay_later" }
  | { what: "mode"; isVirtual: boolean }
  | { what: "location" | "assessments" | "client" | "contact" | "billing" };

/** Path and query of a page of ours. The address is made of it when the mail is sent (`mail-address.server.ts`). */
type Leads = { path: string };

type PartLink = {
  contributionId: string;
  version: number;
  untilOn: IsoDate;
  isByStaff: boolean;
};

/** News of somebody who was asked for a part. */
export type PartNews =
  | "answered"
  | "declined"
  | "not-me"
  | "unopened"
  | "locked"
  | "birth-doubted"
  | "reopen-asked"
  | "fee";

type AnsweredRequest = { day: IsoDate | null; as: "accepted" | "another-day" };

/** The data of each mail besides its booking. Encrypted; still, add only what the template shows. Never a whole
 * address: what it leads to may end, or change, while the mail waits. */
export type MailPayloads = {
  "booking-confirmation": Record<never, never>;
  "company-notice": Record<never, never>;
  /** `note` is what staff wrote to the referrer, `ended` what the referrer had asked for and can have no more,
   * `cancelledVisit` the visit that ended with it, in words. */
  "status-changed": {
    status: "pending" | "confirmed" | "completed" | "cancelled";
    note?: string;
    ended?: { kind: "date" | "cancel"; day: IsoDate | null }[];
    /** The referrer used the right to cancel. */
    isByRight?: true;
    cancelledVisit?: string;
  };
  "booking-changed": { changes: MailedChange[] };
  /** Leads to the invoice's own page; without one it is paid by phone. */
  "invoice-ready": { kind: "full" | "deposit"; amountPence: number; dueOn: string };
  "invoice-paid": { number: string | null; amountPence: number; paidOn: IsoDate | null };
  /** Not sent once it was paid. `openPence` is what is still to pay. */
  "invoice-reminder": {
    number: string | null;
    openPence: number;
    dueOn: IsoDate;
  };
  /** Leads to the credit note's page. */
  "invoice-credited": { documentId: string; number: string; invoice: string; pence: number };
  "booking-link": Leads & { assessmentNames: string[] };
  "referral-reminder": { day: number };
  "referral-received": Record<never, never>;
  "access-link": Record<never, never>;
  /** Six digits; not sent after 10 minutes. */
  "sign-in-code": { code: string };
  "temporary-password": Leads & { password: string };
  /** Not sent once the token in `path` was used or replaced. */
  "password-reset": Leads;
  "confirm-email": Leads;
  /** Somebody registered with an address that has an account; `path` is that account's login page. */
  "account-exists": Leads;
  /** `answered` is the request for another date that the visit answers. */
  "visit-agreed": { visitId: string; answered?: AnsweredRequest };
  /** `isTimeKept`: the place alone has changed. */
  "visit-moved": { visitId: string; isTimeKept?: boolean; answered?: AnsweredRequest };
  "visit-reassigned": { visitId: string };
  /** `ended` as for `status-changed`, when the booking was cancelled, too. */
  "visit-cancelled": { visitId: string; ended?: { kind: "date" | "cancel"; day: IsoDate | null }[] };
  /** Sent only if the visit is still on that day (London). */
  "visit-reminder": { visitId: string; day: IsoDate };
  /** Sent only while the letter is recorded as handed to the referrer, and the visit is to come. */
  "visit-letter": { visitId: string };
  "assessor-visit-agreed": { visitId: string; assessorId: string };
  "assessor-visit-moved": { visitId: string; assessorId: string; isTimeKept?: boolean };
  /** To the one who had the visit before. */
  "assessor-visit-reassigned": { visitId: string; assessorId: string };
  "assessor-visit-cancelled": { visitId: string; assessorId: string };
  /** Sent only if the visit still was at that time, and has no outcome. `start` is `HH:MM` in London. */
  "assessor-visit-outcome-missing": { visitId: string; assessorId: string; day: IsoDate; start: string };
  /** Papers came that this assessor may see; sent only while the visit is theirs and to come. */
  "assessor-visit-papers": { visitId: string; assessorId: string };
  /** Sent only while the visit is to come or under way. */
  "visit-late": { visitId: string; minutes: number };
  /** To the owner of the booking, else to the practice: an assessor wrote to the office. */
  "office-note": { kind: "note" | "cannot-come" } | { kind: "late"; minutes: number };
  /** To the company: an assessor was not safe. */
  "unsafe-visit": Record<never, never>;
  "visit-asked": { questionId: string; assessorId: string };
  "visit-question-closed": { questionId: string; assessorId: string };
  "visits-tomorrow": { assessorId: string; day: IsoDate };
  /** Staff's answer to an assessor's proposal; `changes` are names of fields. */
  "proposal-confirmed": Leads & { changes: string[]; note: string };
  "proposal-refused": Leads & { changes: string[]; note: string };
  /** A referrer's request that staff decline; `note` is what they wrote. */
  "request-declined": { kind: "date" | "cancel"; day: IsoDate | null; note: string };
  /** To the practice. `isChanged` when the referrer changed what they had asked for. */
  "request-notice": { kind: "date" | "cancel"; day: IsoDate | null; isChanged?: true };
  /** To the practice: a private person used the right to cancel. What was paid is to be paid back by that day. */
  "cancelled-notice": { payBackBy: IsoDate };
  /** To the address that a referrer replaced. */
  "address-replaced": Record<never, never>;
  /** To a recipient of a report, with the link that the recipient has when it is sent. */
  "report-ready": { deliveryId: string };
  "report-reminder": { deliveryId: string };
  "report-withdrawn": { deliveryId: string };
  /** Six digits; not sent after 10 minutes. */
  "report-code": { code: string };
  "report-to-review": Leads;
  /** To somebody who is asked to fill in a part; not sent once that link was replaced, or no answer is needed. */
  "part-asked": PartLink;
  "part-reminder": PartLink;
  /** `contributionId` when the booking is about somebody else now; not sent when that was put right. */
  "part-closed": { contributionId?: string };
  /** To the referrer who asked, by the name that they gave. */
  "part-news": { contributionId: string; news: PartNews; name: string };
  /** To the office: about what staff asked, or a fee. */
  "part-notice": Leads & { contributionId: string; news: PartNews };
  /** To its author, who must still have a visit of the booking. */
  "report-returned": { assessorId: string };
  "report-unread": Leads & { deliveryId: string };
  /** To the referrer, whose file was deleted after its upload. */
  "virus-found": Record<never, never>;
  /** To the assessor who sent the file and must still have a visit of the booking. */
  "assessor-virus-found": { assessorId: string; page: "report" | "documents" };
  /** To the practice. */
  "virus-notice": Leads;
  /** To those who read safeguarding concerns; `path` is the log's. */
  "concern-notice": Leads;
  "complaint-received": { reference: string };
  "complaint-notice": Leads & { reference: string };
  /** To an Administrator: a mail of this topic as it reads now, with made-up details. */
  "mail-test": { topic: string };
};

export type MailTopic = keyof MailPayloads;

type TopicFacts = {
  label: string;
  isAboutBooking?: true;
  /** About a booking, and not to its referrer. */
  isToOthers?: true;
  /** Goes first, because somebody waits for it. */
  isUrgent?: true;
  /** Sent although the person's data is restricted: the reader just requested it, or it goes to the company. */
  ignoresRestriction?: true;
  /** A part of the payload, or the address, that is for the recipient alone. */
  secret?: string;
};

const OF_ACCOUNT = { isUrgent: true, ignoresRestriction: true } as const;

const NOT_TO_REFERRER = { isAboutBooking: true, isToOthers: true } as const;

const FACTS = {
  "booking-confirmation": { label: "Booking confirmation", isAboutBooking: true },
  "company-notice": {
    label: "Notice of a new booking",
    isAboutBooking: true,
    isToOthers: true,
    ignoresRestriction: true,
  },
  "status-changed": { label: "Status change", isAboutBooking: true },
  "booking-changed": { label: "Booking changed", isAboutBooking: true },
  "request-declined": { label: "Request declined", isAboutBooking: true },
  "request-notice": {
    label: "Notice of a request",
    isAboutBooking: true,
    isToOthers: true,
    ignoresRestriction: true,
  },
  "cancelled-notice": {
    label: "Notice of a right to cancel used",
    isAboutBooking: true,
    isToOthers: true,
    ignoresRestriction: true,
  },
  "address-replaced": { label: "Email address replaced", isAboutBooking: true, isToOthers: true },
  "visit-agreed": { label: "Visit agreed", isAboutBooking: true },
  "visit-moved": { label: "Visit moved", isAboutBooking: true },
  "visit-reassigned": { label: "Visit with another assessor", isAboutBooking: true },
  "visit-cancelled": { label: "Visit cancelled", isAboutBooking: true },
  "visit-reminder": { label: "Reminder of the visit", isAboutBooking: true },
  "visit-letter": { label: "Letter about the visit", isAboutBooking: true },
  "visit-late": { label: "Assessor running late", isAboutBooking: true, isUrgent: true },
  "assessor-visit-agreed": { label: "To the assessor: visit agreed", ...NOT_TO_REFERRER },
  "assessor-visit-moved": { label: "To the assessor: visit moved", ...NOT_TO_REFERRER },
  "assessor-visit-reassigned": { label: "To the assessor: visit reassigned", ...NOT_TO_REFERRER },
  "assessor-visit-cancelled": { label: "To the assessor: visit cancelled", ...NOT_TO_REFERRER },
  "assessor-visit-outcome-missing": { label: "To the assessor: outcome missing", ...NOT_TO_REFERRER },
  "assessor-visit-papers": { label: "To the assessor: new documents", ...NOT_TO_REFERRER },
  "unsafe-visit": {
    label: "Notice of an unsafe visit",
    isAboutBooking: true,
    isToOthers: true,
    isUrgent: true,
    ignoresRestriction: true,
  },
  "office-note": {
    label: "To the office: note from an assessor",
    ...NOT_TO_REFERRER,
    isUrgent: true,
    ignoresRestriction: true,
  },
  "visit-asked": { label: "Question to an assessor", ...NOT_TO_REFERRER },
  "visit-question-closed": { label: "Question to an assessor ended", ...NOT_TO_REFERRER },
  "visits-tomorrow": { label: "To the assessor: visits tomorrow" },
  "proposal-confirmed": { label: "To the assessor: changes confirmed" },
  "proposal-refused": { label: "To the assessor: changes refused" },
  "invoice-ready": { label: "Invoice", isAboutBooking: true },
  "invoice-paid": { label: "Receipt", isAboutBooking: true },
  "invoice-reminder": { label: "Reminder of an unpaid invoice", isAboutBooking: true },
  "invoice-credited": { label: "Credit note", isAboutBooking: true },
  "booking-link": { label: "Booking link" },
  "referral-reminder": { label: "Referral form reminder", isAboutBooking: true },
  "referral-received": { label: "Referral form received", isAboutBooking: true },
  "access-link": { label: "Link to a booking", isAboutBooking: true, isUrgent: true },
  "sign-in-code": { label: "Sign-in code", ...OF_ACCOUNT, secret: "code" },
  "temporary-password": { label: "Temporary password", ...OF_ACCOUNT, secret: "password" },
  "password-reset": { label: "Password reset", ...OF_ACCOUNT, secret: "address" },
  "confirm-email": { label: "Email address confirmation", ...OF_ACCOUNT, secret: "address" },
  "account-exists": { label: "Account already there", ...OF_ACCOUNT },
  "report-ready": { label: "Report ready", ...NOT_TO_REFERRER, secret: "address" },
  "report-reminder": { label: "Reminder of the report", ...NOT_TO_REFERRER, secret: "address" },
  "report-withdrawn": { label: "Report withdrawn", ...NOT_TO_REFERRER, secret: "address" },
  "report-code": { label: "Code for a report", ...NOT_TO_REFERRER, isUrgent: true, secret: "code" },
  "part-asked": { label: "Request to fill in a part", ...NOT_TO_REFERRER, secret: "address" },
  "part-reminder": { label: "Reminder to fill in a part", ...NOT_TO_REFERRER, secret: "address" },
  "part-closed": { label: "Part no longer needed", ...NOT_TO_REFERRER },
  "part-news": { label: "News of a part", isAboutBooking: true },
  "part-notice": { label: "To the office: news of a part", ...NOT_TO_REFERRER },
  "report-to-review": { label: "To the office: report to review", ...NOT_TO_REFERRER },
  "report-returned": { label: "To the assessor: report returned", ...NOT_TO_REFERRER },
  "report-unread": { label: "To the office: report not received", ...NOT_TO_REFERRER },
  "virus-found": { label: "File with a virus", isAboutBooking: true },
  "assessor-virus-found": { label: "To the assessor: file with a virus", ...NOT_TO_REFERRER },
  "virus-notice": {
    label: "To the office: file with a virus",
    ...NOT_TO_REFERRER,
    ignoresRestriction: true,
  },
  "concern-notice": {
    label: "Safeguarding notice",
    isUrgent: true,
    ignoresRestriction: true,
    secret: "address",
  },
  "complaint-received": { label: "Complaint received", ignoresRestriction: true },
  "complaint-notice": { label: "Notice of a complaint", ignoresRestriction: true },
  "mail-test": { label: "Test of a mail text", ignoresRestriction: true },
} as const satisfies Record<MailTopic, TopicFacts>;

export const TOPICS: Readonly<Record<MailTopic, TopicFacts>> = FACTS;

export type BookingTopic = {
  [Topic in MailTopic]: (typeof FACTS)[Topic] extends { isAboutBooking: true } ? Topic : never;
}[MailTopic];

/** Mails about the delivery of a report. */
export const DELIVERY_TOPICS = [
  "report-ready",
  "report-reminder",
  "report-withdrawn",
  "report-unread",
] as const;
export type DeliveryTopic = (typeof DELIVERY_TOPICS)[number];

export function isDeliveryTopic(topic: string): topic is DeliveryTopic {
  return DELIVERY_TOPICS.some((one) => one === topic);
}

/** Topics of mails about a part that somebody is asked to fill in. */
export type PartTopic = Extract<MailTopic, `part-${string}`>;

export const isPartTopic = (topic: string): topic is PartTopic => topic.startsWith("part-");

/** Topics of mails about a visit, to the referrer and to assessors. */
export type VisitTopic = Extract<MailTopic, `${"visit" | "visits" | "assessor-visit"}-${string}`>;

export function isVisitTopic(topic: MailTopic): topic is VisitTopic {
  return /^(assessor-)?visits?-/.test(topic);
}

export function isMailTopic(topic: string): topic is MailTopic {
  return topic in TOPICS;
}

export function isBookingTopic(topic: MailTopic): topic is BookingTopic {
  return TOPICS[topic].isAboutBooking === true;
}

/** Topics about a booking that go to somebody other than its referrer. */
export const TOPICS_TO_OTHERS: readonly string[] = Object.entries(TOPICS).flatMap(([topic, { isToOthers }]) =>
  isToOthers ? [topic] : [],
);
