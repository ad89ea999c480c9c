import type { IsoDate } from "#app/platform/dates.ts";

/** Client, place and assessments are only said to have changed. */
export type MailedChange =
  | { what: "date"; from: IsoDate | null; to: IsoDate | null }
  | { what: "total"; fromPence: number; toPence: number }
  | { what: "payment"; to: "pay_now" | "pay_later" }
  | { what: "mode"; isVirtual: boolean }
  | { what: "location" | "assessments" | "client" | "contact" | "billing" };

/** Path and query of a page of ours. The address is made of it when the mail is sent (`mail-address.server.ts`). */
export type Leads = { path: string };

export type PartLink = { contributionId: string; version: number; untilOn: IsoDate; isByStaff: boolean };

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

export type AnsweredRequest = { day: IsoDate | null; as: "accepted" | "another-day" };

/** The data of each mail besides its booking, declared beside it in `mail/topics/`. Encrypted; still, add only what
 * the mail shows. Never a whole address: what it leads to may end, or change, while the mail waits. */
export interface OtherMails {
  /** To an Administrator: a mail of this topic as it reads now, with made-up details. */
  "mail-test": { topic: string };
}

/** Mails about a booking, which their rows name. */
export interface BookingMails {
  "booking-confirmation": Record<never, never>;
}

export type MailPayloads = OtherMails & BookingMails;

export type MailTopic = keyof MailPayloads;

export type BookingTopic = keyof BookingMails;

export type EditableTopic = Exclude<MailTopic, "mail-test">;

export type MailWords = { subject: string; body: string };

/** Mails about the delivery of a report. */
export const DELIVERY_TOPICS = [
  "report-ready",
  "report-reminder",
  "report-withdrawn",
  "report-unread",
] as const;
export type DeliveryTopic = (typeof DELIVERY_TOPICS)[number];

export const isDeliveryTopic = (topic: string): topic is DeliveryTopic =>
  DELIVERY_TOPICS.some((one) => one === topic);

/** Topics of mails about a part that somebody is asked to fill in. */
export type PartTopic = Extract<MailTopic, `part-${string}`>;

/** Topics of mails about a visit, to the referrer and to assessors. */
export type VisitTopic = Extract<MailTopic, `${"visit" | "visits" | "assessor-visit"}-${string}`>;

export const isVisitTopic = (topic: MailTopic): topic is VisitTopic => /^(assessor-)?visits?-/.test(topic);
