import {
  assessmentIdOf,
  currentOffer,
  findAssessment,
  isAvailable,
  readAssessments,
  type Assessment,
  type AssessmentId,
} from "#app/features/catalogue/catalogue.ts";
import { answer, isVirtualChosen, type Answers } from "#app/features/booking/fields/steps.ts";

export const selectedIds = (answers: Answers): AssessmentId[] => readAssessments(entriesOf(answers)).ids;

/** Ids; names in drafts of the release before. */
const entriesOf = (answers: Answers): string[] => [answers["selectedAssessments"] ?? []].flat();

/** The present names of what is selected, those that are no longer offered too. */
export const selectedNames = (answers: Answers): string[] =>
  entriesOf(answers).map((entry) => findAssessment(assessmentIdOf(entry))?.name ?? entry);

export const NOT_OFFERED =
  "Something in your selection is not an assessment that we offer, so we have taken it out.";

/** The selected assessments of a draft that are not offered now, as text; empty for none. */
export function lostText(answers: Answers): string {
  const { unknown } = readAssessments(entriesOf(answers));
  return unknown.length === 0 ? "" : withdrawnText(unknown) || NOT_OFFERED;
}

/** Says which of these ids or names are no longer offered; empty for none. */
export function withdrawnText(idsOrNames: readonly string[]): string {
  const { retired } = currentOffer();
  const { ids } = readAssessments(idsOrNames, { ...currentOffer(), assessments: retired });
  const names = ids.map((id) => findAssessment(id)!.name).join(", ");
  return names && `We no longer offer this, so it is not in your selection: ${names}.`;
}

export function addableAssessments(answers: Answers): Assessment[] {
  const selected = selectedIds(answers);
  const isVirtual = isVirtualChosen(answers);
  return currentOffer().assessments.filter(({ id }) => !selected.includes(id) && isAvailable(id, isVirtual));
}

/** The answers that choose these; `otherDetails` only with Other. */
export function chosenAnswers(ids: readonly AssessmentId[], otherDetails: string) {
  return { selectedAssessments: [...ids], otherAssessmentDetails: ids.includes("other") ? otherDetails : "" };
}

export function withoutAssessment(answers: Answers, id: string): Answers {
  const kept = selectedIds(answers).filter((selected) => selected !== id);
  return chosenAnswers(kept, answer(answers, "otherAssessmentDetails"));
}

/** An assessment that cannot be added changes nothing. */
export function withAssessment(answers: Answers, id: string, otherDetails: string): Answers {
  const added = addableAssessments(answers).find((assessment) => assessment.id === id);
  if (!added) return {};
  const { ids } = readAssessments([...selectedIds(answers), added.id]);
  return chosenAnswers(ids, added.id === "other" ? otherDetails : answer(answers, "otherAssessmentDetails"));
}

export const SWITCHED_TEXT =
  "Your previous selections have been cleared. Please reselect the assessments you need.";

export const switchedTitle = (isVirtual: boolean): string =>
  `Switched to ${isVirtual ? "Virtual" : "Face-to-Face"} pricing`;

export const takenOutText = (name: string): string =>
  `${name} is face-to-face only, so we have taken it out of your selection.`;
