import { expect, test } from "vitest";
import { nextAction, NEXT_CODES, type NextCode, type Situation } from "./next-action.ts";
import { stageOf, STAGES, type Stage } from "./stage.ts";

/** Facts that are not named do not hold. */
const situationOf = (facts: Partial<Situation>) =>
  new Proxy(facts as Situation, { get: (known, fact) => Reflect.get(known, fact) === true });

const WORDS = {
  assessor: "Priya Nair",
  due: "25 March 2027",
  contact: "12 March 2027",
  payment: "Due by 1 May 2027",
};

type Case = [what: string, facts: Partial<Situation>, stage: Stage, next: NextCode];

const USED = { usesVisits: true };
const OVER = { ...USED, isOver: true };
const REPORTED = { ...OVER, isReported: true };

const CASES: Case[] = [
  ["a new booking", { ...USED, awaitsContact: true, isContactDue: true }, "to-contact", "contact"],
  ["a contact is due later", { ...USED, awaitsContact: true }, "to-contact", "contact-later"],
  ["the referrer was called", USED, "to-agree", "agree-visit"],
  ["assessors were asked", { ...USED, isAsked: true }, "asked", "wait-answers"],
  [
    "assessors were asked before the call",
    { ...USED, isAsked: true, awaitsContact: true, isContactDue: true },
    "asked",
    "contact",
  ],
  ["times were offered", { ...USED, isOffered: true }, "offered", "wait-choice"],
  [
    "times were offered before the call",
    { ...USED, isOffered: true, awaitsContact: true },
    "offered",
    "wait-choice",
  ],
  ["no time was chosen", { ...USED, isNotChosen: true, awaitsContact: true }, "not-chosen", "call-again"],
  [
    "no time was chosen, and assessors were asked since",
    { ...USED, isNotChosen: true, isAsked: true },
    "asked",
    "wait-answers",
  ],
  ["nobody accepted", { ...USED, isUnanswered: true }, "unanswered", "ask-again"],
  ["a visit is to come", { ...USED, hasVisitToCome: true }, "agreed", "wait-visit"],
  ["forms are missing", { ...USED, hasVisitToCome: true, lacksForms: true }, "agreed", "ask-forms"],
  [
    "nothing says how to join",
    { ...USED, hasVisitToCome: true, lacksLink: true, lacksForms: true },
    "agreed",
    "send-link",
  ],
  ["nobody said how it went", { ...OVER, lacksOutcome: true }, "outcome-missing", "ask-outcome"],
  [
    "nobody said how it went, and the next contact is set",
    { ...OVER, lacksOutcome: true, awaitsContact: true },
    "outcome-missing",
    "ask-outcome",
  ],
  [
    "nobody said how it went, and another visit is to come",
    { ...OVER, lacksOutcome: true, hasVisitToCome: true },
    "agreed",
    "wait-visit",
  ],
  [
    "assessors were asked for a second visit",
    { ...OVER, lacksOutcome: true, isAsked: true },
    "asked",
    "wait-answers",
  ],
  ["the visit was held", OVER, "to-report", "wait-report"],
  ["the report is late", { ...OVER, isReportLate: true }, "to-report", "ask-report"],
  ["a report was sent", { ...REPORTED, isInReview: true }, "to-review", "review"],
  [
    "a report was sent without a visit",
    { ...USED, isReported: true, isInReview: true },
    "to-review",
    "review",
  ],
  [
    "a report was sent, and another visit is to come",
    { ...REPORTED, isInReview: true, hasVisitToCome: true },
    "to-review",
    "review",
  ],
  [
    "the report in review has a virus",
    { ...REPORTED, isInReview: true, hasInfectedReport: true },
    "to-review",
    "replace-report",
  ],
  [
    "the report in review is on hold",
    { ...REPORTED, isInReview: true, isOnHold: true },
    "on-hold",
    "lift-hold",
  ],
  ["the report was returned", { ...REPORTED, isReturned: true }, "to-report", "wait-correction"],
  ["the report was withdrawn", REPORTED, "to-report", "wait-report"],
  ["the report was withdrawn, without a visit", { ...USED, isReported: true }, "to-report", "wait-report"],
  ["the report was released", { ...REPORTED, isReleased: true }, "to-complete", "complete"],
  ["a released report is on hold", { ...REPORTED, isReleased: true, isOnHold: true }, "on-hold", "lift-hold"],
  [
    "a second visit without an outcome",
    { ...REPORTED, isReleased: true, lacksOutcome: true },
    "outcome-missing",
    "ask-outcome",
  ],
  ["a hold before the report", { ...OVER, isOnHold: true }, "to-report", "wait-report"],
  ["completed", { ...REPORTED, isReleased: true, isCompleted: true }, "done", "nothing"],
  ["completed before the review", { ...REPORTED, isInReview: true, isCompleted: true }, "done", "review"],
  ["cancelled", { ...USED, isCancelled: true, isInReview: true }, "cancelled", "nothing"],
  ["erased", { ...USED, isErased: true }, "done", "nothing"],
  ["erased after it was cancelled", { isErased: true, isCancelled: true }, "cancelled", "nothing"],
  ["no date", { lacksDate: true }, "to-agree", "agree-date"],
  ["a wished date", {}, "to-agree", "confirm-date"],
  ["a confirmed date", { isDateToCome: true }, "agreed", "wait-date"],
  [
    "a confirmed date, and forms are missing",
    { isDateToCome: true, lacksForms: true },
    "agreed",
    "ask-forms",
  ],
  ["a past date", { isDatePast: true }, "to-complete", "complete"],
  ["a past date, and no visit", { ...USED, isDatePast: true }, "to-complete", "enter-visit"],
  [
    "the referrer asks to cancel before the call",
    { ...USED, asksToCancel: true, asksForDate: true, awaitsContact: true, isContactDue: true },
    "to-contact",
    "answer-cancel",
  ],
  [
    "the referrer asks for another date",
    { ...USED, asksForDate: true, hasVisitToCome: true },
    "agreed",
    "answer-date",
  ],
  ["a document has a virus", { ...USED, hasInfectedPaper: true }, "to-agree", "replace-paper"],
  [
    "the assessor was not safe",
    { ...USED, isUnsafe: true, asksToCancel: true, isContactDue: true, awaitsContact: true },
    "to-contact",
    "unsafe",
  ],
  [
    "the assessor cannot come",
    { ...USED, hasVisitToCome: true, lacksForms: true, isAssessorUnable: true },
    "agreed",
    "replace-assessor",
  ],
  [
    "the records have another address than the visit",
    { ...USED, hasVisitToCome: true, lacksForms: true, isPlaceInDoubt: true },
    "agreed",
    "check-address",
  ],
  [
    "the place of the visit is no whole address, and the forms may bring it",
    { ...USED, hasVisitToCome: true, lacksForms: true, lacksAddress: true },
    "agreed",
    "ask-forms",
  ],
  [
    "the forms came, and the visit has no whole address",
    { ...USED, hasVisitToCome: true, lacksAddress: true },
    "agreed",
    "find-address",
  ],
  ["an assessor wrote a note", { ...USED, hasVisitToCome: true, hasUnreadNote: true }, "agreed", "read-note"],
  [
    "an outdated invoice of a cancelled booking",
    { isCancelled: true, isInvoiceOutdated: true },
    "cancelled",
    "correct-invoice",
  ],
  [
    "an outdated invoice",
    { ...USED, isInvoiceOutdated: true, hasVisitToCome: true },
    "agreed",
    "correct-invoice",
  ],
  ["completed, and never invoiced", { isCompleted: true, lacksInvoice: true }, "done", "make-invoice"],
  ["completed, and to be paid", { isCompleted: true, awaitsPayment: true }, "done", "wait-payment"],
  ["completed, and overdue", { isCompleted: true, isOverdue: true }, "done", "chase-payment"],
  [
    "completed, and paid twice",
    { isCompleted: true, isRefundDue: true, isOverdue: true, lacksInvoice: true },
    "done",
    "pay-back",
  ],
  [
    "cancelled after it was paid and credited",
    { isCancelled: true, isRefundDue: true },
    "cancelled",
    "pay-back",
  ],
  [
    "erased, and never invoiced",
    { isErased: true, isCompleted: true, lacksInvoice: true },
    "done",
    "nothing",
  ],
  [
    "an outdated invoice before the call",
    { ...USED, isInvoiceOutdated: true, isContactDue: true, awaitsContact: true },
    "to-contact",
    "correct-invoice",
  ],
];

test.each(CASES)("%s", (_what, facts, stage, next) => {
  const situation = situationOf(facts);
  expect(stageOf(situation)).toBe(stage);
  expect(nextAction("b1", { stage, situation, words: WORDS }).code).toBe(next);
});

test("each stage and each next action has its case", () => {
  expect(new Set(CASES.map(([, , stage]) => stage))).toEqual(new Set(STAGES));
  expect(new Set(CASES.map(([, , , next]) => next))).toEqual(new Set(NEXT_CODES));
});

test.each<[NextCode, Stage, Partial<Situation>, string, string | null, string]>([
  [
    "ask-outcome",
    "outcome-missing",
    {},
    "Outcome missing: ask Priya Nair",
    "/admin/bookings/b1#visits",
    "assessor",
  ],
  ["wait-report", "to-report", {}, "Report due on 25 March 2027", "/admin/bookings/b1/report", "assessor"],
  [
    "ask-report",
    "to-report",
    { isReportLate: true },
    "Report late since 25 March 2027: ask Priya Nair",
    "/admin/bookings/b1/report",
    "assessor",
  ],
  ["review", "to-review", { isInReview: true }, "Review the report", "/admin/bookings/b1/report", "staff"],
  [
    "contact-later",
    "to-contact",
    {},
    "Contact the referrer on 12 March 2027",
    "/admin/bookings/b1#contact-form",
    "staff",
  ],
  ["nothing", "done", {}, "Nothing to do", null, "nobody"],
  ["make-invoice", "done", { lacksInvoice: true }, "Make the invoice", "/admin/bookings/b1#invoice", "staff"],
  [
    "wait-payment",
    "done",
    { awaitsPayment: true },
    "Wait for the payment. Due by 1 May 2027",
    "/admin/bookings/b1#invoice",
    "referrer",
  ],
])("%s says what, where and whose turn it is", (code, stage, facts, label, path, who) => {
  const situation = situationOf(facts);
  expect(nextAction("b1", { stage, situation, words: WORDS })).toEqual({ code, label, path, who });
});
