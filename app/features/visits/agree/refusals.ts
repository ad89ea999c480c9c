import { ERASED, RESTRICTED } from "#app/features/data-protection/restriction.ts";
import { CORRECTION_DAYS } from "#app/features/visits/record/outcome.ts";
import type { OutcomeProblem } from "#app/features/visits/outcome/record-outcome.server.ts";
import type { AnswerProblem } from "./ask-assessors.server.ts";
import { notYetWords, type NotYet } from "#app/features/visits/plan/in-the-way.ts";
import type { VisitProblem } from "./change-visit.server.ts";

type Plain<Problem extends { problem: string }> = Exclude<
  Problem["problem"],
  "overlap" | "barred" | "not-found" | NotYet["problem"]
>;

/** Why a visit was not agreed, moved, reassigned or cancelled, for staff. */
const VISIT_REFUSALS: Record<Plain<VisitProblem>, string> = {
  restricted: RESTRICTED,
  erased: ERASED,
  "changed-since":
    "Somebody else changed this booking while you were looking at it. Nothing of yours was saved: see what changed, then try again.",
  closed: "This booking is completed or cancelled. Open it again first.",
  "has-visit": "This booking has an agreed visit. Move or cancel that one first.",
  "no-visit": "This booking has no visit to come any more.",
  "not-over": "The visit has not begun yet. Move or cancel it instead.",
  past: "This time is over. Enter a later one.",
  "unknown-assessor": "This assessor can no longer be chosen. Choose another one.",
  "same-assessor": "This assessor has the visit already. Choose another one.",
};

/** The sentence for staff. `mayOverrule` for an Administrator, who may book an overlapping visit with a reason. */
export function visitRefusal(
  refusal: Exclude<VisitProblem, { problem: "not-found" }>,
  { mayOverrule }: { mayOverrule: boolean },
): string {
  switch (refusal.problem) {
    case "overlap":
      return `The assessor is not free: ${refusal.reason}. ${
        mayOverrule
          ? "Choose another time or assessor, or give a reason below to book anyway."
          : "Choose another time or assessor. An Administrator may book anyway."
      }`;
    case "barred":
      return `${refusal.reason}. Choose an earlier day or another assessor, or correct the profile.`;
    case "cancel-requested":
    case "early-start":
    case "date-requested":
      return notYetWords(refusal);
    default:
      return VISIT_REFUSALS[refusal.problem as Plain<VisitProblem>];
  }
}

const ANSWER_REFUSALS: Record<Plain<AnswerProblem>, string> = {
  ended: "The office closed this question. You need not answer any more.",
  taken: "This visit has been agreed with somebody else. Thank you for answering.",
  expired: "The time to answer is over. Call the office if you can still come.",
  answered: "You have answered this question already.",
  unavailable: "This visit can no longer be agreed. Call the office if you want to know why.",
};

/** Why an outcome was not recorded, for the assessor. */
export const OUTCOME_REFUSALS: Record<Exclude<OutcomeProblem, "not-found" | "erased">, string> = {
  restricted: RESTRICTED,
  "not-begun": "The visit has not begun yet. If it cannot take place, call the office.",
  "changed-since":
    "The outcome was recorded in another tab since this page was shown. Check yours, and save again to keep it.",
  "too-late": `An outcome can be corrected for ${CORRECTION_DAYS} days. Call the office if it is wrong.`,
};

/** Why an answer was not taken, for the assessor. */
export function answerRefusal(refusal: Exclude<AnswerProblem, { problem: "not-found" }>): string {
  switch (refusal.problem) {
    case "overlap":
      return `You have another visit then: ${refusal.reason}. Decline, or call the office.`;
    case "barred":
      return `${refusal.reason}. Tell the office when it is renewed.`;
    default:
      return ANSWER_REFUSALS[refusal.problem as Plain<AnswerProblem>];
  }
}
