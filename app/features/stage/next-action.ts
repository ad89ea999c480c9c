import type { Facts, Stage } from "./stage.ts";

/** The next action about a booking: a code, its words for staff, the page where it is done, and whose turn it is. */

export type Situation = Facts & {
  /** The booking changed after its invoice, or its billing details came later. */
  isInvoiceOutdated: boolean;
  /** More was paid than is invoiced. */
  isRefundDue: boolean;
  /** The invoice is open, and its day to pay is to come. */
  awaitsPayment: boolean;
  isReportLate: boolean;
  /** The assessor of the visit to come cannot come, and nobody has settled that. */
  isAssessorUnable: boolean;
  /** The records have another address than the visit to come, or another kind, and nobody has settled that. */
  isPlaceInDoubt: boolean;
  /** The place of the visit to come is no whole address. */
  lacksAddress: boolean;
};

/** Names and days in the words. */
export type Words = {
  /** The assessor of the visit that is to come or was the last. */
  assessor: string;
  /** The day on which the report is due, in words. Empty where none was held. */
  due: string;
  /** The day of the next contact, in words. */
  contact: string;
  /** How the invoice stands, in words. Empty without one. */
  payment: string;
};

/** The one whose turn it is. */
export const WHO = ["staff", "assessor", "referrer", "nobody"] as const;

export type Who = (typeof WHO)[number];

type Action = {
  label: string | ((words: Words) => string);
  /** The end of the address of staff's page for it, after that of the booking. Null where they do nothing. */
  at: string | null;
  who: Who;
};

const ACTIONS = {
  nothing: { label: "Nothing to do", at: null, who: "nobody" },
  unsafe: { label: "Call the assessor: the visit was not safe", at: "", who: "staff" },
  "read-note": { label: "Read the assessor’s note", at: "#notes", who: "staff" },
  "replace-assessor": {
    label: ({ assessor }) => `${assessor} cannot come: give the visit to somebody else`,
    at: "/visit/reassign",
    who: "staff",
  },
  "check-address": { label: "Check the address of the visit", at: "", who: "staff" },
  "answer-cancel": { label: "Answer the request to cancel", at: "#request-cancel-form", who: "staff" },
  "answer-date": { label: "Answer the request for another date", at: "#request-date-form", who: "staff" },
  "correct-invoice": { label: "Correct the invoice", at: "#invoice", who: "staff" },
  "pay-back": { label: "Pay back what was paid too much", at: "#invoice", who: "staff" },
  "make-invoice": { label: "Make the invoice", at: "#invoice", who: "staff" },
  "chase-payment": {
    label: ({ payment }) => `Ask for the payment. ${payment}`,
    at: "#invoice",
    who: "staff",
  },
  "wait-payment": {
    label: ({ payment }) => `Wait for the payment. ${payment}`,
    at: "#invoice",
    who: "referrer",
  },
  "replace-report": { label: "Return or withdraw the report: it has a virus", at: "/report", who: "staff" },
  "replace-paper": { label: "Ask for a document again: it has a virus", at: "/documents", who: "staff" },
  contact: { label: "Contact the referrer", at: "#contact-form", who: "staff" },
  "contact-later": {
    label: ({ contact }) => `Contact the referrer on ${contact}`,
    at: "#contact-form",
    who: "staff",
  },
  "agree-visit": { label: "Agree the visit", at: "/visit", who: "staff" },
  "ask-again": { label: "Nobody accepted: agree the visit", at: "/visit", who: "staff" },
  "agree-date": { label: "Agree a date", at: "/edit", who: "staff" },
  "confirm-date": { label: "Confirm the date", at: "#status-form", who: "staff" },
  "wait-answers": { label: "Wait for the assessors’ answers", at: null, who: "assessor" },
  "wait-choice": { label: "Wait for the referrer’s choice", at: "/visit", who: "referrer" },
  "call-again": { label: "No time was chosen: call the referrer", at: "/visit", who: "staff" },
  "send-link": { label: "Say how to join: the link is missing", at: "/visit/move", who: "staff" },
  "ask-forms": { label: "Ask for the referral forms", at: "#link", who: "referrer" },
  "find-address": { label: "Find out the address of the visit", at: "/visit/move", who: "staff" },
  "wait-visit": { label: "Nothing until the visit", at: null, who: "assessor" },
  "wait-date": { label: "Nothing until the assessment", at: null, who: "nobody" },
  "ask-outcome": {
    label: ({ assessor }) => `Outcome missing: ask ${assessor}`,
    at: "#visits",
    who: "assessor",
  },
  "wait-report": {
    label: ({ due }) => (due ? `Report due on ${due}` : "Wait for the report"),
    at: "/report",
    who: "assessor",
  },
  "ask-report": {
    label: ({ due, assessor }) => `Report late since ${due}: ask ${assessor}`,
    at: "/report",
    who: "assessor",
  },
  "wait-correction": {
    label: ({ assessor }) => `Report returned: wait for ${assessor}`,
    at: "/report",
    who: "assessor",
  },
  review: { label: "Review the report", at: "/report", who: "staff" },
  "lift-hold": { label: "The report is on hold", at: "/report", who: "staff" },
  "enter-visit": { label: "Date past: enter the visit, or complete the booking", at: "/visit", who: "staff" },
  complete: { label: "Mark as completed", at: "#status-form", who: "staff" },
} as const satisfies Record<string, Action>;

export type NextCode = keyof typeof ACTIONS;

export const NEXT_CODES = Object.keys(ACTIONS) as NextCode[];

type Judged = keyof Situation;

/** The first rule of this stage (null: of any) whose facts all hold says what is next. */
const RULES: readonly (readonly [NextCode, Stage | null, ...Judged[]])[] = [
  ["unsafe", null, "isUnsafe"],
  ["read-note", null, "hasUnreadNote"],
  ["answer-cancel", null, "asksToCancel"],
  ["answer-date", null, "asksForDate"],
  ["replace-assessor", "agreed", "isAssessorUnable"],
  ["check-address", "agreed", "isPlaceInDoubt"],
  ["correct-invoice", null, "isInvoiceOutdated"],
  ["pay-back", "cancelled", "isRefundDue"],
  ["make-invoice", "cancelled", "lacksInvoice"],
  ["chase-payment", "cancelled", "isOverdue"],
  ["wait-payment", "cancelled", "awaitsPayment"],
  ["nothing", "cancelled"],
  ["replace-report", null, "hasInfectedReport"],
  ["replace-paper", null, "hasInfectedPaper"],
  ["contact", null, "isContactDue"],
  ["nothing", null, "isErased"],
  ["lift-hold", "on-hold"],
  ["review", null, "isInReview"],
  ["pay-back", "done", "isRefundDue"],
  ["make-invoice", "done", "lacksInvoice"],
  ["chase-payment", "done", "isOverdue"],
  ["wait-payment", "done", "awaitsPayment"],
  ["nothing", "done"],
  ["contact-later", "to-contact"],
  ["agree-visit", "to-agree", "usesVisits"],
  ["agree-date", "to-agree", "lacksDate"],
  ["confirm-date", "to-agree"],
  ["wait-answers", "asked"],
  ["ask-again", "unanswered"],
  ["wait-choice", "offered"],
  ["call-again", "not-chosen"],
  ["send-link", "agreed", "lacksLink"],
  ["ask-forms", "agreed", "lacksForms"],
  ["find-address", "agreed", "lacksAddress"],
  ["wait-visit", "agreed", "usesVisits"],
  ["wait-date", "agreed"],
  ["ask-outcome", "outcome-missing"],
  ["wait-correction", "to-report", "isReturned"],
  ["ask-report", "to-report", "isReportLate"],
  ["wait-report", "to-report"],
  ["complete", "to-complete", "isReleased"],
  ["enter-visit", "to-complete", "usesVisits"],
  ["complete", "to-complete"],
];

function nextCode(stage: Stage, situation: Situation): NextCode {
  return RULES.find(
    ([, of, ...needed]) => (of === null || of === stage) && needed.every((fact) => situation[fact]),
  )![0];
}

export type NextAction = {
  code: NextCode;
  label: string;
  /** The address of staff's page for it; null where they do nothing. */
  path: string | null;
  who: Who;
};

/** The next action about a booking of this id, in words. */
export function nextAction(
  bookingId: string,
  { stage, situation, words }: { stage: Stage; situation: Situation; words: Words },
): NextAction {
  const code = nextCode(stage, situation);
  const { label, at, who }: Action = ACTIONS[code];
  return {
    code,
    label: typeof label === "string" ? label : label(words),
    path: at === null ? null : `/admin/bookings/${bookingId}${at}`,
    who,
  };
}
