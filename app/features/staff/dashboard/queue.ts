import { londonDate } from "#app/platform/dates.ts";
import type { DeskIconName } from "#app/ui/desk-icon.tsx";
import { isStageFilter, type StageFilter } from "#app/features/stage/stage.ts";

/** Tasks of staff in three groups. One rule decides for all kinds in which group a task is. */

export const QUEUE_GROUPS = { overdue: "Overdue", today: "Today", next: "Next" } as const;
export type QueueGroupName = keyof typeof QUEUE_GROUPS;

type Kind = {
  /** The name of all of the kind. */
  heading: string;
  /** The task, as a verb. */
  title: string;
  /** Default: Open. */
  button?: string;
  icon: DeskIconName;
  /** Waits for an answer now, whenever it is due; the others wait until the day on which they are due. */
  isAtOnce?: true;
  /** About somebody's safety: before everything else of its group. */
  isFirst?: true;
  /** The button does it at once, so that each has a row. */
  isEach?: true;
  /** The page that has all of them. A stage or task of bookings has the list of bookings. */
  list?: string;
  /** The sentence where there is nothing of the kind. */
  none?: string;
};

type DeclaredKind = Kind & {
  button: string;
  /** The filter of the list of bookings that has all of them. */
  at: StageFilter | undefined;
};

const kinds = <Name extends string>(all: Record<Name, Kind>) =>
  Object.fromEntries(
    Object.entries<Kind>(all).map(([name, kind]): [string, DeclaredKind] => [
      name,
      { button: "Open", ...kind, at: isStageFilter(name) ? name : undefined },
    ]),
  ) as Record<Name, DeclaredKind>;

export const QUEUE_KINDS = kinds({
  unsafe: {
    heading: "Assessor was not safe",
    title: "Call the assessor: the visit was not safe",
    icon: "shield",
    isAtOnce: true,
    isFirst: true,
  },
  concern: {
    heading: "Safeguarding concerns",
    title: "Follow up the safeguarding concern",
    none: "No safeguarding concern is open.",
    icon: "shield",
    isAtOnce: true,
    isFirst: true,
  },
  "card-payment": {
    heading: "Card payments to check",
    title: "Check the card payment",
    button: "Check",
    icon: "card",
    isAtOnce: true,
    list: "/admin/payments",
  },
  "card-return": {
    heading: "Refunds and disputes at Stripe",
    title: "Answer the refund or dispute at Stripe",
    icon: "card",
    isAtOnce: true,
    list: "/admin/payments",
  },
  refund: {
    heading: "Refunds due",
    title: "Pay back",
    button: "Pay back",
    icon: "pound",
    list: "/admin/payments",
  },
  "beyond-cap": {
    heading: "Bookings beyond an agreed cap",
    title: "Take on the booking beyond the agreed cap",
    button: "Decide",
    icon: "pound",
    isAtOnce: true,
  },
  troubled: {
    heading: "Assessor cannot come",
    title: "Give the visit to somebody else",
    button: "Hand over",
    icon: "people",
    isAtOnce: true,
    list: "/admin/assessors?show=cannot-come",
  },
  place: {
    heading: "Addresses of visits",
    title: "Check the address of the visit",
    button: "Check",
    icon: "home",
    list: "/admin/calendar?show=month",
  },
  note: {
    heading: "Notes from assessors",
    title: "Read the assessor’s note",
    button: "Read it",
    icon: "mail",
    isAtOnce: true,
  },
  request: {
    heading: "Requests of referrers",
    title: "Answer the request",
    none: "No request waits for an answer.",
    button: "Answer",
    icon: "send",
    isAtOnce: true,
  },
  contact: {
    heading: "Contact due",
    title: "Call the referrer",
    none: "Everybody has been contacted.",
    button: "Log a call",
    icon: "person",
    isAtOnce: true,
  },
  virus: {
    heading: "Files with a virus",
    title: "Replace the file: it has a virus",
    icon: "shield",
    isAtOnce: true,
  },
  part: {
    heading: "Parts overdue before a visit",
    title: "Ask again for the part",
    icon: "report",
    isAtOnce: true,
  },
  "to-agree": {
    heading: "No visit agreed",
    title: "Agree the visit",
    none: "Every booking that was called has a visit.",
    button: "Agree",
    icon: "calendar",
  },
  link: {
    heading: "Links for virtual visits",
    title: "Say how to join the visit",
    button: "Enter",
    icon: "calendar",
  },
  unanswered: {
    heading: "Nobody has answered",
    title: "No assessor accepted: agree the visit",
    none: "No assessor’s answer is missing.",
    button: "Agree",
    icon: "people",
  },
  "not-chosen": {
    heading: "No time chosen",
    title: "No offered time suits: call the referrer",
    none: "No referrer waits for another time.",
    button: "Agree",
    icon: "calendar",
    isAtOnce: true,
  },
  proposal: {
    heading: "Assessors’ changes to confirm",
    title: "Confirm the assessor’s changes",
    none: "No assessor’s change waits for you.",
    button: "Review",
    icon: "people",
    list: "/admin/assessors?show=proposed",
  },
  registration: {
    heading: "Registration ends within 60 days",
    title: "Ask for the new registration",
    none: "Every assessor’s registration is valid.",
    icon: "people",
    list: "/admin/assessors?show=registration",
  },
  paper: {
    heading: "Insurance, checks or training end within 60 days",
    title: "Ask for the new paper",
    none: "Every recorded insurance, check and training is valid.",
    icon: "people",
    list: "/admin/assessors?show=papers",
  },
  "calendar-unread": {
    heading: "Assessors’ calendars not read",
    title: "Ask for the calendar’s new address",
    list: "/admin/assessors?show=calendar",
    icon: "calendar",
  },
  "outcome-missing": {
    heading: "Outcome missing",
    title: "Ask for the outcome",
    icon: "clock",
  },
  late: {
    heading: "Reports late",
    title: "Ask for the report",
    list: "/admin/reports?show=late",
    none: "No report is late.",
    icon: "report",
  },
  review: {
    heading: "Reports to review",
    title: "Review the report",
    list: "/admin/reports?show=review",
    none: "No report waits for a review.",
    button: "Review",
    icon: "report",
    isAtOnce: true,
  },
  due: {
    heading: "Reports due soon",
    title: "The report is due soon",
    list: "/admin/reports?show=due",
    icon: "report",
  },
  "not-received": {
    heading: "Reports not received",
    title: "Call the recipient of the report",
    list: "/admin/reports?show=not-received",
    icon: "report",
    isAtOnce: true,
  },
  held: {
    heading: "Reports on hold",
    title: "Lift the hold, or settle its reason",
    list: "/admin/reports?show=held",
    icon: "report",
  },
  "to-complete": {
    heading: "To mark as completed",
    title: "Mark as completed",
    none: "No booking is to be completed.",
    button: "Mark as completed",
    isEach: true,
    icon: "report",
  },
  "referral-forms": {
    heading: "Referral forms not submitted",
    title: "Ask for the referral forms",
    none: "No forms are missing for the next assessments.",
    icon: "mail",
  },
  "to-invoice": {
    heading: "Completed and not invoiced",
    title: "Make the invoice",
    button: "Make invoice",
    icon: "pound",
  },
  billing: {
    heading: "Invoices to change",
    title: "Change the invoice",
    icon: "pound",
    isAtOnce: true,
  },
  overdue: {
    heading: "Invoices overdue",
    title: "Ask for the payment",
    none: "No invoice is overdue.",
    icon: "pound",
  },
  failed: {
    heading: "Failed mails and invoices",
    title: "Send again, or cancel it",
    none: "Every mail and invoice was sent.",
    icon: "mail",
    isAtOnce: true,
    list: "/admin/outbox?show=problems",
  },
});

export type QueueKind = keyof typeof QUEUE_KINDS;

type Thing = {
  kind: QueueKind;
  /** The instant by which it should be done; null where nothing says so. */
  due: string | null;
  /** Waits since this instant. */
  since?: string | null | undefined;
};

/** The group of a thing at a moment: what is past its time is overdue; what waits for an answer, or is due on this day
 * in London, is of today. */
export function queueGroup({ kind, due }: Thing, now: Date): QueueGroupName {
  if (due !== null && due < now.toISOString()) return "overdue";
  if (QUEUE_KINDS[kind].isAtOnce) return "today";
  return due !== null && londonDate(new Date(due)) === londonDate(now) ? "today" : "next";
}

const LAST = "~";
const rankOf = ({ kind, due, since }: Thing) =>
  [QUEUE_KINDS[kind].isFirst ? "0" : "1", due ?? LAST, since ?? LAST].join(" ");

/** Rows of a group; further ones only so that each kind has one. */
const MAX_ROWS = { overdue: 6, today: 6, next: 4 } satisfies Record<QueueGroupName, number>;

/** The rows of each group: safety first, then what is due first, then what waits longest. Long groups are cut, never
 * the first row of a kind, nor any of a kind that no other page lists; of what comes next, each other kind has one
 * row. */
export function arrangeQueue<Item extends Thing>(items: readonly Item[], now: Date) {
  const inOrder = items.toSorted((one, other) => (rankOf(one) < rankOf(other) ? -1 : 1));
  const seen = new Set<string>();
  const left = { ...MAX_ROWS };
  const groups: Record<QueueGroupName, Item[]> = { overdue: [], today: [], next: [] };
  for (const item of inOrder) {
    const group = queueGroup(item, now);
    const once = group === "next" ? `next ${item.kind}` : item.kind;
    const { isEach, at, list } = QUEUE_KINDS[item.kind];
    const isNew = !seen.has(once) || isEach || !(at ?? list);
    seen.add(once).add(item.kind);
    if (!isNew && (left[group] <= 0 || group === "next")) continue;
    left[group] -= 1;
    groups[group].push(item);
  }
  return groups;
}
