import { findAssessment, isAvailable, readAssessments } from "#app/features/catalogue/catalogue.ts";
import { readDate } from "#app/forms/date-parts.ts";
import { isPastDay, type IsoDate } from "#app/platform/dates.ts";
import { dayProblem } from "./calendar.ts";
import { checkEmail } from "#app/features/contact-details/email.ts";
import { checkPhone } from "#app/features/contact-details/phone.ts";
import { GENDERS, PROFESSIONAL_CAPACITIES, RELATIONSHIPS, TITLES } from "./reference-lists.ts";
import { isCapacityRequired, isCustomRoleRequired, isOrganisationRequired } from "./relationship.ts";

/** The rules of each wizard step (SPEC section 5), as problems in the order of the fields on the screen. Pure. */

/** `field: null` is the step's own message: it heads the error summary and is the toast's text. */
export type Problem = { field: string | null; message: string };

export const STEP_MESSAGES = {
  required: "Please fill in all required referrer fields.",
  capacity: "Please specify if you are acting in a professional capacity.",
  customRole: "Please specify your role.",
  organisation: "Please enter your company or organization name.",
  assessments: "Please select at least one assessment type.",
  otherDetails: "Please describe the assessment you need when selecting 'Other'.",
  otherWords: "Assessment description must be 100 words or less.",
  location: "Please enter the assessment location.",
} as const;

export const OTHER_WORD_LIMIT = 100;

/** Words as the counter counts them: runs of characters between white space. */
export function countWords(text: string): number {
  return text.split(/\s+/).filter((word) => word !== "").length;
}

const isListed = (list: readonly string[], value: string) => list.includes(value);

export type ReferrerValues = {
  referrerFirstName: string;
  referrerLastName: string;
  referrerEmail: string;
  referrerEmailConfirmed: string;
  referrerPhone: string;
  referrerCountryCode: string;
  referrerRelationship: string;
  referrerProfessionalCapacity: string;
  referrerCustomRole: string;
  referrerOrganisation: string;
};

/** True when the person pressed "keep my address" for exactly this address, or the API said so with `true`. */
export function isEmailKept(
  values: Pick<ReferrerValues, "referrerEmail" | "referrerEmailConfirmed">,
): boolean {
  const kept = values.referrerEmailConfirmed.toLowerCase();
  return kept === "true" || (kept !== "" && kept === values.referrerEmail.toLowerCase());
}

/** Step 1 (SPEC section 5). The problem without a field is the message that heads the summary. */
export function referrerProblems(values: ReferrerValues): Problem[] {
  const problems: Problem[] = [];
  const add = (field: keyof ReferrerValues, message: string | null | undefined | false) => {
    if (message) problems.push({ field, message });
  };
  const relationship = values.referrerRelationship;
  const capacity = values.referrerProfessionalCapacity;
  const required: (keyof ReferrerValues)[] = [
    "referrerFirstName",
    "referrerLastName",
    "referrerEmail",
    "referrerPhone",
    "referrerRelationship",
  ];
  if (required.some((field) => values[field] === "")) {
    problems.push({ field: null, message: STEP_MESSAGES.required });
  }
  add("referrerFirstName", values.referrerFirstName === "" && "First name is required");
  add("referrerLastName", values.referrerLastName === "" && "Last name is required");
  add("referrerEmail", checkEmail(values.referrerEmail, { isTypoAllowed: isEmailKept(values) })?.message);
  add("referrerPhone", checkPhone(values.referrerPhone, values.referrerCountryCode).error);
  if (relationship === "") {
    add("referrerRelationship", "Relationship to the client is required");
  } else if (!isListed(RELATIONSHIPS, relationship)) {
    add("referrerRelationship", "Please choose a relationship from the list.");
  }
  if (capacity === "") {
    add("referrerProfessionalCapacity", isCapacityRequired(relationship) && STEP_MESSAGES.capacity);
  } else if (!isListed(PROFESSIONAL_CAPACITIES, capacity)) {
    add("referrerProfessionalCapacity", "Please choose one of the two capacities.");
  }
  const customRole = values.referrerCustomRole;
  add(
    "referrerCustomRole",
    customRole === "" && isCustomRoleRequired(relationship) && STEP_MESSAGES.customRole,
  );
  const needsOrganisation = isOrganisationRequired({
    relationship,
    professionalCapacity: capacity,
    customRole,
  });
  add(
    "referrerOrganisation",
    values.referrerOrganisation === "" && needsOrganisation && STEP_MESSAGES.organisation,
  );
  return problems;
}

export type AssessmentValues = {
  showVirtualPricing: boolean;
  /** Ids or names. */
  selectedAssessments: string[];
  otherAssessmentDetails: string;
};

/** Step 2: what was chosen must be offered, in this mode too, and Other described within its words (SPEC section 5). */
export function assessmentProblems(values: AssessmentValues): Problem[] {
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
    problems.push({ field: "selectedAssessments", message: STEP_MESSAGES.assessments });
  }
  if (ids.includes("other")) {
    if (values.otherAssessmentDetails === "") {
      problems.push({ field: "otherAssessmentDetails", message: STEP_MESSAGES.otherDetails });
    } else if (countWords(values.otherAssessmentDetails) > OTHER_WORD_LIMIT) {
      problems.push({ field: "otherAssessmentDetails", message: STEP_MESSAGES.otherWords });
    }
  }
  return problems;
}

/** Step 3: a place, unless the assessment is virtual (SPEC section 5). */
export function locationProblems(values: {
  assessmentLocation: string;
  showVirtualPricing: boolean;
}): Problem[] {
  const isMissing = values.assessmentLocation === "" && !values.showVirtualPricing;
  return isMissing ? [{ field: "assessmentLocation", message: STEP_MESSAGES.location }] : [];
}

export type SchedulingValues = {
  preferredDate: string;
  "preferredDate-day": string;
  "preferredDate-month": string;
  "preferredDate-year": string;
  allowWeekends: boolean;
  preferEarlierDate: boolean;
};

/** An empty date passes ("step 4 always passes"); one that cannot be had does not (DESIGN decision 6). */
export function schedulingProblems(values: SchedulingValues, today: IsoDate): Problem[] {
  const date = readDate(values, "preferredDate");
  if (!date) return [];
  const message = dayProblem(date, { today, allowWeekends: values.allowWeekends });
  return message ? [{ field: "preferredDate", message }] : [];
}

export type ClientValues = {
  clientTitle: string;
  clientGender: string;
  clientDob: string;
  "clientDob-day": string;
  "clientDob-month": string;
  "clientDob-year": string;
  clientPhone: string;
  clientCountryCode: string;
};

/** The person to be assessed: everything may be empty, and what is given must make sense (DESIGN decision 8). */
export function clientProblems(values: ClientValues, today: IsoDate): Problem[] {
  const problems: Problem[] = [];
  const add = (field: keyof ClientValues, message: string | null | false) => {
    if (message) problems.push({ field, message });
  };
  const isKnown = (list: readonly string[], value: string) => value === "" || isListed(list, value);
  add("clientTitle", !isKnown(TITLES, values.clientTitle) && "Please choose a title from the list.");
  const dob = readDate(values, "clientDob") ?? "";
  add(
    "clientDob",
    dob !== "" &&
      !isPastDay(dob, today) &&
      "Please enter a real date of birth in the past, such as 27 3 1942.",
  );
  add("clientGender", !isKnown(GENDERS, values.clientGender) && "Please choose a gender from the list.");
  add(
    "clientPhone",
    values.clientPhone !== "" && checkPhone(values.clientPhone, values.clientCountryCode).error,
  );
  return problems;
}
