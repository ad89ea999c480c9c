import type { Deps } from "#app/deps.server.ts";
import { isOpen } from "./ask-questions.server.ts";
import { findQuestions } from "./question-rows.server.ts";

type About = {
  questionsId: string;
  /** The day that the mail is about; without it, any. */
  dueOn?: string;
  /** The assessor to whom the mail goes; without it, the office. */
  assessorId?: string;
};

/** Why a queued mail about open questions is no longer sent; null when it is. */
export async function reasonAgainstQuestionsMail(deps: Deps, { questionsId, dueOn, assessorId }: About) {
  const questions = await findQuestions(deps, questionsId);
  const isWanted =
    questions !== null &&
    isOpen(questions) &&
    (dueOn === undefined || questions.due_on === dueOn) &&
    (assessorId === undefined || questions.passed_to === assessorId);
  return isWanted ? null : "questions-closed";
}
