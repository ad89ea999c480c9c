import {
  currentOffer,
  findAssessment,
  isAvailable,
  readAssessments,
} from "#app/features/catalogue/catalogue.ts";
import { readDate } from "#app/forms/date-parts.ts";
import { isPastDay, type IsoDate } from "#app/platform/dates.ts";
import { dayProblem } from "./calendar.ts";
import { checkEmail, isEmailKept } from "#app/features/contact-details/email.ts";
import { checkPhone } from "#app/features/contact-details/phone.ts";
import {
  CLIENT_FIELDS,
  LOCATION_FIELDS,
  REFERRER_FIELDS,
  SCHEDULING_FIELDS,
  STEP_FIELDS,
  type Declared,
} from "./fields.ts";
import { listFields, type ControlValues, type StepValues } from "./field-values.ts";
import { countWords, OTHER_WORD_LIMIT, TOO_MANY_WORDS } from "./other-words.ts";
import { isCapacityRequired, isCustomRoleRequired, isOrganisationRequired } from "./relationship.ts";

/** `field: null` is the step's own message, which heads the error summary. */
export type Problem = { field: string | null; message: string };

/** One problem at most for each field: its declaration's, or else that of `checks`, which look at other fields too. */
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

export function assessmentProblems(values: StepValues<"assessments">, offer = currentOffer()): Problem[] {
  const problems: Problem[] = [];
  const { ids, unknown } = readAssessments(values.selectedAssessments, offer);
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

export function locationProblems(
  values: StepValues<"location"> & Pick<StepValues<"assessments">, "showVirtualPricing">,
): Problem[] {
  const isMissing = values.assessmentLocation === "" && !values.showVirtualPricing;
  return fieldProblems(LOCATION_FIELDS, values, {
    assessmentLocation: isMissing && "Please enter the assessment location.",
  });
}

export function schedulingProblems(values: StepValues<"scheduling">, today: IsoDate): Problem[] {
  const { allowWeekends } = values;
  const date = readDate(values, "preferredDate");
  return fieldProblems(SCHEDULING_FIELDS, values, {
    preferredDate: date ? dayProblem(date, { today, allowWeekends }) : null,
  });
}

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
