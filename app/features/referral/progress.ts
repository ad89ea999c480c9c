import { isAsked, isBlank, isSameAnswer, type Answers } from "./fields.ts";
import type { ReferralStep } from "./journey.ts";
import { findProblems } from "./problems.ts";
import { sectionFields, startingAnswers, type SectionKey } from "./sections.ts";

/** How far each section is: always derived from its answers, never stored (DESIGN decision 2). */

export type Progress = "not-started" | "in-progress" | "complete";

export const PROGRESS_LABELS: Record<Progress, string> = {
  "not-started": "Not started",
  "in-progress": "In progress",
  complete: "Complete",
};

/**
 * Progress of a section; `saved` is null before its first save. It is complete when everything asked for but the
 * optional is answered and nothing would be refused at Submit. `today` is the day in London.
 */
export function sectionProgress(key: SectionKey, saved: Answers | null, today: string): Progress {
  if (!saved) return "not-started";
  const starting = startingAnswers(key);
  const fields = sectionFields(key);
  const isStarted = fields.some(
    (field) => !isBlank(saved[field.name]) && !isSameAnswer(saved[field.name], starting[field.name]),
  );
  if (!isStarted) return "not-started";
  const isWaiting = fields.some(
    (field) => field.need !== "optional" && isAsked(field, saved) && isBlank(saved[field.name]),
  );
  return isWaiting || findProblems(key, saved, today).length > 0 ? "in-progress" : "complete";
}

/** A step of the task list. A step without answers of its own has no progress; the last one has it by being submitted. */
export type TaskStep = ReferralStep & { progress: Progress | null };

/** The steps with their progress. */
export function taskList(
  steps: readonly ReferralStep[],
  saved: (key: SectionKey) => Answers | null,
  isSubmitted: boolean,
  today: string,
): TaskStep[] {
  return steps.map((step) => {
    if (step.kind === "section") {
      return { ...step, progress: sectionProgress(step.section, saved(step.section), today) };
    }
    if (step.kind === "legal") return { ...step, progress: isSubmitted ? "complete" : "not-started" };
    return { ...step, progress: null };
  });
}
