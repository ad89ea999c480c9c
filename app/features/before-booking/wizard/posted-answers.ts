import {
  assessmentIdOf,
  isAvailable,
  readAssessments,
  findAssessment,
} from "#app/features/catalogue/catalogue.ts";
import {
  isCapacityRequired,
  isCustomRoleRequired,
  isOrganisationRequired,
  mayNameOrganisation,
} from "#app/features/booking/fields/relationship.ts";
import { STEP_CONTROLS } from "#app/features/booking/fields/field-values.ts";
import { answer, type Answers, type StepSlug } from "#app/features/booking/fields/steps.ts";
import { chosenAnswers, NOT_OFFERED, selectedIds, takenOutText, withdrawnText } from "./selection.ts";

/** A box left unticked and a field left out are empty. Assessments are sent by name and kept by id. */
export function postedAnswers(step: StepSlug, form: FormData): Answers {
  const texts = (field: string) => form.getAll(field).filter((value) => typeof value === "string");
  return Object.fromEntries(
    STEP_CONTROLS[step].map((field) => [
      field,
      field === "selectedAssessments" ? texts(field).map(assessmentIdOf) : (texts(field).at(-1) ?? ""),
    ]),
  );
}

export function hasTyped(step: StepSlug, form: FormData): boolean {
  const { referrerCountryCode: _, ...posted } = postedAnswers(step, form);
  return Object.values(posted)
    .flat()
    .some((text) => text.trim() !== "");
}

/** Without JavaScript, a changed relationship still posts what belonged to the old one: what the new one does not ask
 * for, and nobody touched, is cleared. */
export function clearStaleReferrer(saved: Answers, posted: Answers): Answers {
  const relationship = answer(posted, "referrerRelationship");
  if (answer(saved, "referrerRelationship") === relationship) return posted;
  const isAsked: Record<string, boolean> = {
    referrerProfessionalCapacity: isCapacityRequired(relationship),
    referrerCustomRole: isCustomRoleRequired(relationship),
    referrerOrganisation: mayNameOrganisation(relationship),
  };
  const stale = Object.keys(isAsked).filter(
    (field) => !isAsked[field] && answer(posted, field) === answer(saved, field),
  );
  return { ...posted, ...Object.fromEntries(stale.map((field) => [field, ""])) };
}

export function withoutUnasked(answers: Answers): Answers {
  const relationship = answer(answers, "referrerRelationship");
  const asked = (isAsked: boolean, field: string) => (isAsked ? answer(answers, field) : "");
  const professionalCapacity = asked(isCapacityRequired(relationship), "referrerProfessionalCapacity");
  const customRole = asked(isCustomRoleRequired(relationship), "referrerCustomRole");
  const isOrganisationAsked =
    relationship === "Other" || isOrganisationRequired({ relationship, professionalCapacity, customRole });
  return {
    ...answers,
    referrerProfessionalCapacity: professionalCapacity,
    referrerCustomRole: customRole,
    referrerOrganisation: asked(isOrganisationAsked, "referrerOrganisation"),
  };
}

/** Applies the rules of switching the pricing mode. `shownPricing` is the mode whose prices the page showed: with
 * JavaScript the selection was cleared there already; without, it is cleared here (`isSwitched`). */
export function applyAssessments(saved: Answers, posted: Answers, shownPricing: string) {
  const mode = answer(posted, "showVirtualPricing");
  const selected = readAssessments([posted["selectedAssessments"] ?? []].flat());
  const before = selectedIds(saved);
  const isSame = before.length > 0 && before.join() === selected.ids.join();
  if (shownPricing !== "" && shownPricing !== mode && isSame)
    return { answers: { ...posted, ...chosenAnswers([], "") }, isSwitched: true, dropped: [] };
  const kept = selected.ids.filter((id) => isAvailable(id, mode === "true"));
  const removed = selected.ids.filter((id) => !kept.includes(id));
  return {
    answers: { ...posted, ...chosenAnswers(kept, answer(posted, "otherAssessmentDetails")) },
    isSwitched: false,
    dropped: [
      ...removed.map((id) => takenOutText(findAssessment(id)!.name)),
      ...(selected.unknown.length > 0 ? [withdrawnText(selected.unknown) || NOT_OFFERED] : []),
    ],
  };
}

/** The keys in a link's `?assessments=`. */
export const linkedKeys = (keys: string | null): string[] => (keys ?? "").slice(0, 2000).split(",");

export function preselectedAnswers(keys: string | null): Answers {
  const { ids } = readAssessments(linkedKeys(keys));
  if (ids.length === 0) return {};
  return { showVirtualPricing: "false", selectedAssessments: ids };
}
