import { findAssessment, isAvailable, readAssessments } from "#app/features/catalogue/catalogue.ts";
import { readDate } from "#app/forms/date-parts.ts";
import { isPastDay, type IsoDate } from "#app/platform/dates.ts";
import { dayProblem } from "./calendar.ts";
import { checkEmail, isEmailKept } from "#app/features/contact-details/email.ts";
import { checkPhone } from "#app/features/contact-details/phone.ts";
import {
  CLIENT_FIELDS,
  listFields,
  LOCATION_FIELDS,
  REFERRER_FIELDS,
  SCHEDULING_FIELDS,
  STEP_FIELDS,
  type ControlValues,
  type Declared,
  type StepValues,
} from "./fields.ts";
import { countWords, OTHER_WORD_LIMIT, TOO_MANY_WORDS } from "./other-words.ts";
import { isCapacityRequired, isCustomRoleRequired, isOrganisationRequired } from "./relationship.ts";

/** The rules of each wizard step, as problems in the order of the fields on the screen. Pure. */

/** `field: null` is the step's own message: it heads the error summary and is the toast's text. */
export type Problem = { field: string | null; message: string };

/**
 * The problems of fields, each at most one: what its declaration says of its text, or else what `checks` says, which look at
 * the other fields too.
 */
function fieldProblems<Group extends Readonly<Record<string, Declared>>>(
  group: Group,
  values: Readonly<Record<keyof Group, unknown>>,
  checks: Partial<Record<keyof Group, string | null | false>>,
): Problem[] {
  const problems: Problem[] = [];
  for (const [field, { required, options, notListed }] of Object.entries(group)) {
    const value = values[field];
    const isUnlisted = value !== "" && options !== undefined && !options.some((option) => option === value);
    const message = (value === "" && required) || (isUnlisted && notListed) || checks[field];
    if (message) problems.push({ field, message });
  }
  return problems;
}

const REQUIRED_OF_REFERRER = listFields(REFERRER_FIELDS)
  .filter(({ required }) => required !== undefined)
  .map(({ name }) => name);

/** Step 1. */
export function referrerProblems(values: StepValues<"referrer">): Problem[] {
  const { referrerRelationship, referrerProfessionalCapacity, referrerCustomRole } = values;
  const isMissing = (value: string, isNeeded: boolean) => value === "" && isNeeded;
  const isTypoAllowed = isEmailKept(values.referrerEmail, values.referrerEmailConfirmed);
  const problems = fieldProblems(REFERRER_FIELDS, values, {
    referrerEmail: checkEmail(values.referrerEmail, { isTypoAllowed })?.message ?? null,
    referrerPhone: checkPhone(values.referrerPhone, values.referrerCountryCode).error,
    referrerProfessionalCapacity:
      isMissing(referrerProfessionalCapacity, isCapacityRequired(referrerRelationship)) &&
      "Please specify if you are acting in a professional capacity.",
    referrerCustomRole:
      isMissing(referrerCustomRole, isCustomRoleRequired(referrerRelationship)) &&
      "Please specify your role.",
    referrerOrganisation:
      isMissing(
        values.referrerOrganisation,
        isOrganisationRequired({
          relationship: referrerRelationship,
          professionalCapacity: referrerProfessionalCapacity,
          customRole: referrerCustomRole,
        }),
      ) && "Please enter your company or organization name.",
  });
  const isAnyMissing = REQUIRED_OF_REFERRER.some((name) => values[name] === "");
  const missing = { field: null, message: "Please fill in all required referrer fields." };
  return isAnyMissing ? [missing, ...problems] : problems;
}

/** Step 2: what was chosen must be offered, in this mode too, and Other described within its words. */
export function assessmentProblems(values: StepValues<"assessments">): Problem[] {
  const problems: Problem[] = [];
  const { ids, unknown } = readAssessments(values.selectedAssessments);
  const unavailable = ids.filter((id) => !isAvailable(id, values.showVirtualPricing));
  for (const entry of unknown) {
    problems.push({
      field: "selectedAssessments",
      message: `“${entry.slice(0, 60)}” is not an assessment that we offer.`,
    });
  }
  for (const id of unavailable) {
    problems.push({
      field: "selectedAssessments",
      message: `${findAssessment(id)!.name} is face-to-face only.`,
    });
  }
  if (ids.length === 0 && unknown.length === 0) {
    problems.push({
      field: "selectedAssessments",
      message: STEP_FIELDS.assessments.selectedAssessments.required,
    });
  }
  if (ids.includes("other")) {
    if (values.otherAssessmentDetails === "") {
      const message = "Please describe the assessment you need when selecting 'Other'.";
      problems.push({ field: "otherAssessmentDetails", message });
    } else if (countWords(values.otherAssessmentDetails) > OTHER_WORD_LIMIT) {
      problems.push({ field: "otherAssessmentDetails", message: TOO_MANY_WORDS });
    }
  }
  return problems;
}

/** Step 3: a place, unless the assessment is virtual. */
export function locationProblems(
  values: StepValues<"location"> & Pick<StepValues<"assessments">, "showVirtualPricing">,
): Problem[] {
  const isMissing = values.assessmentLocation === "" && !values.showVirtualPricing;
  return fieldProblems(LOCATION_FIELDS, values, {
    assessmentLocation: isMissing && "Please enter the assessment location.",
  });
}

/** Step 4: no date is needed, but one that is given must be a day that can be had. */
export function schedulingProblems(values: StepValues<"scheduling">, today: IsoDate): Problem[] {
  const { allowWeekends } = values;
  const date = readDate(values, "preferredDate");
  return fieldProblems(SCHEDULING_FIELDS, values, {
    preferredDate: date ? dayProblem(date, { today, allowWeekends }) : null,
  });
}

/** The person to be assessed: everything may be empty, and what is given must make sense. */
export function clientProblems(values: ControlValues<typeof CLIENT_FIELDS>, today: IsoDate): Problem[] {
  const dob = readDate(values, "clientDob") ?? "";
  return fieldProblems(CLIENT_FIELDS, values, {
    clientDob:
      dob !== "" &&
      !isPastDay(dob, today) &&
      "Please enter a real date of birth in the past, such as 27 3 1942.",
    clientPhone: values.clientPhone !== "" && checkPhone(values.clientPhone, values.clientCountryCode).error,
  });
}
