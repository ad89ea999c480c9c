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

/** `at` is the end of the address of staff's page for it, after that of the booking. Null where they do nothing. */
type Action = readonly [label: string | ((words: Words) => string), at: string | null, who: Who];

const ACTIONS = {
  nothing: ["Nothing to do", null, "nobody"],
  unsafe: ["Call the assessor: the visit was not safe", "", "staff"],
  "read-note": ["Read the assessor’s note", "#notes", "staff"],
  "replace-assessor": [
    ({ assessor }) => `${assessor} cannot come: give the visit to somebody else`,
    "/visit/reassign",
    "staff",
  ],
  "check-address": ["Check the address of the visit", "", "staff"],
  "answer-cancel": ["Answer the request to cancel", "#request-cancel-form", "staff"],
  "answer-date": ["Answer the request for another date", "#request-date-form", "staff"],
  "correct-invoice": ["Correct the invoice", "#invoice", "staff"],
  "pay-back": ["Pay back what was paid too much", "#invoice", "staff"],
  "make-invoice": ["Make the invoice", "#invoice", "staff"],
  "chase-payment": [({ payment }) => `Ask for the payment. ${payment}`, "#invoice", "staff"],
  "wait-payment": [({ payment }) => `Wait for the payment. ${payment}`, "#invoice", "referrer"],
  "replace-report": ["Return or withdraw the report: it has a virus", "/report", "staff"],
  "replace-paper": ["Ask for a document again: it has a virus", "/documents", "staff"],
  contact: ["Contact the referrer", "#contact-form", "staff"],
  "contact-later": [({ contact }) => `Contact the referrer on ${contact}`, "#contact-form", "staff"],
  "agree-visit": ["Agree the visit", "/visit", "staff"],
  "ask-again": ["Nobody accepted: agree the visit", "/visit", "staff"],
  "agree-date": ["Agree a date", "/edit", "staff"],
  "confirm-date": ["Confirm the date", "#status-form", "staff"],
  "wait-answers": ["Wait for the assessors’ answers", null, "assessor"],
  "wait-choice": ["Wait for the referrer’s choice", "/visit", "referrer"],
  "call-again": ["No time was chosen: call the referrer", "/visit", "staff"],
  "send-link": ["Say how to join: the link is missing", "/visit/move", "staff"],
  "ask-forms": ["Ask for the referral forms", "#link", "referrer"],
  "find-address": ["Find out the address of the visit", "/visit/move", "staff"],
  "wait-visit": ["Nothing until the visit", null, "assessor"],
  "wait-date": ["Nothing until the assessment", null, "nobody"],
  "ask-outcome": [({ assessor }) => `Outcome missing: ask ${assessor}`, "#visits", "assessor"],
  "wait-report": [({ due }) => (due ? `Report due on ${due}` : "Wait for the report"), "/report", "assessor"],
  "ask-report": [({ due, assessor }) => `Report late since ${due}: ask ${assessor}`, "/report", "assessor"],
  "wait-correction": [({ assessor }) => `Report returned: wait for ${assessor}`, "/report", "assessor"],
  review: ["Review the report", "/report", "staff"],
  "lift-hold": ["The report is on hold", "/report", "staff"],
  "enter-visit": ["Date past: enter the visit, or complete the booking", "/visit", "staff"],
  complete: ["Mark as completed", "#status-form", "staff"],
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

const nextCode = (stage: Stage, situation: Situation): NextCode =>
  RULES.find(
    ([, of, ...needed]) => (of === null || of === stage) && needed.every((fact) => situation[fact]),
  )![0];

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
  const [label, at, who]: Action = ACTIONS[code];
  return {
    code,
    label: typeof label === "string" ? label : label(words),
    path: at === null ? null : `/admin/bookings/${bookingId}${at}`,
    who,
  };
}
