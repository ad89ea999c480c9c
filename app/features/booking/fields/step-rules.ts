import {
  currentOffer,
  findAssessment,
  isAvailable,
  noticePeriod,
  readAssessments,
} from "#app/features/catalogue/catalogue.ts";
import { datePartsProblem, readDate } from "#app/forms/date-parts.ts";
import { formatLongDate, isIsoDate, isPastDay, type IsoDate } from "#app/platform/dates.ts";
import { CENTURY_AHEAD, dayProblem, firstSelectableDay, isShortNotice } from "./calendar.ts";
import { BANK_HOLIDAYS } from "./closed-days.server.ts";
import { checkEmail, isEmailKept } from "#app/features/contact-details/email.ts";
import { checkPhone, phoneMessages } from "#app/features/contact-details/phone.ts";
import { CLIENT_FIELDS, STEP_FIELDS, TAKEN_FIELDS, type Declared } from "./fields.ts";
import { listFields, type ControlValues, type StepValues } from "./field-values.ts";
import { countWords, OTHER_WORD_LIMIT, TOO_MANY_WORDS } from "./other-words.ts";
import { isCapacityRequired, isCustomRoleRequired, isOrganisationRequired } from "./relationship.ts";

/** `field: null` is the step's own message, which heads the error summary. */
export type Problem = { field: string | null; message: string };

/** The problem of each field: its declaration's, or else that of `checks`, which look at other fields too. The messages
 * of a check are about one problem. */
function fieldProblems<Group extends Readonly<Record<string, Declared>>>(
  group: Group,
  values: Readonly<Record<keyof Group, unknown>>,
  checks: Partial<Record<keyof Group, string | string[] | null | false>>,
): Problem[] {
  const problems: Problem[] = [];
  for (const [field, { label, required, options, notListed }] of Object.entries(group)) {
    const value = values[field];
    const isUnlisted = value !== "" && options !== undefined && !options.some((option) => option === value);
    const found =
      (value === "" && required) ||
      (isUnlisted && (notListed ?? `Please choose a ${label.toLowerCase()} from the list.`)) ||
      checks[field] ||
      [];
    problems.push(...[found].flat().map((message) => ({ field, message })));
  }
  return problems;
}

const REQUIRED_OF_REFERRER = listFields(STEP_FIELDS.referrer)
  .filter(({ required }) => required !== undefined)
  .map(({ name }) => name);

/** Problems of step 1, in the order of its fields (specification, section 5). */
export function referrerProblems(values: StepValues<"referrer">): Problem[] {
  const { referrerRelationship: relationship, referrerCustomRole: customRole } = values;
  const { referrerProfessionalCapacity: professionalCapacity } = values;
  const isOrganisationNeeded = isOrganisationRequired({ relationship, professionalCapacity, customRole });
  const isMissing = (value: string, isNeeded: boolean) => value === "" && isNeeded;
  const isTypoAllowed = isEmailKept(values.referrerEmail, values.referrerEmailConfirmed);
  const problems = fieldProblems(STEP_FIELDS.referrer, values, {
    referrerEmail: checkEmail(values.referrerEmail, { isTypoAllowed })?.message ?? null,
    referrerPhone: phoneMessages(checkPhone(values.referrerPhone, values.referrerCountryCode)),
    referrerProfessionalCapacity:
      isMissing(professionalCapacity, isCapacityRequired(relationship)) &&
      "Please specify if you are acting in a professional capacity.",
    referrerCustomRole:
      isMissing(customRole, isCustomRoleRequired(relationship)) && "Please specify your role.",
    referrerOrganisation:
      isMissing(values.referrerOrganisation, isOrganisationNeeded) &&
      "Please enter your company or organization name.",
  });
  const isAnyMissing = REQUIRED_OF_REFERRER.some((name) => values[name] === "");
  const missing = { field: null, message: "Please fill in all required referrer fields." };
  return isAnyMissing ? [missing, ...problems] : problems;
}

/** Problems of step 2 under an offer, by default the current one. */
export function assessmentProblems(values: StepValues<"assessments">, offer = currentOffer()): Problem[] {
  const { otherAssessmentDetails } = values;
  const { ids, unknown } = readAssessments(values.selectedAssessments, offer);
  const unavailable = ids.filter((id) => !isAvailable(id, values.showVirtualPricing));
  const isNothing = ids.length === 0 && unknown.length === 0;
  const messages = [
    ...unknown.map(
      (entry) => `“${findAssessment(entry)?.name ?? entry.slice(0, 60)}” is not an assessment that we offer.`,
    ),
    ...unavailable.map((id) => `${findAssessment(id)!.name} is face-to-face only.`),
    ...(isNothing ? [STEP_FIELDS.assessments.selectedAssessments.required] : []),
  ];
  const isOther = ids.includes("other");
  const isTooLong = isOther && countWords(otherAssessmentDetails) > OTHER_WORD_LIMIT;
  const isMissing = isOther && otherAssessmentDetails === "";
  return [
    ...messages.map((message) => ({ field: "selectedAssessments", message })),
    ...fieldProblems(STEP_FIELDS.assessments, values, {
      otherAssessmentDetails:
        (isMissing && "Please describe the assessment you need when selecting 'Other'.") ||
        (isTooLong && TOO_MANY_WORDS),
    }),
  ];
}

/** Problems of step 3; none in virtual mode. */
export function locationProblems(
  values: StepValues<"location"> & Pick<StepValues<"assessments">, "showVirtualPricing">,
): Problem[] {
  const isMissing = values.assessmentLocation === "" && !values.showVirtualPricing;
  return fieldProblems(STEP_FIELDS.location, values, {
    assessmentLocation: isMissing && "Please enter the assessment location.",
  });
}

/** Problems of step 4. `today` is London's. An empty date is valid. */
export function schedulingProblems(values: StepValues<"scheduling">, today: IsoDate): Problem[] {
  const { allowWeekends } = values;
  const date = readDate(values, "preferredDate", CENTURY_AHEAD);
  return fieldProblems(STEP_FIELDS.scheduling, values, {
    preferredDate: date ? dayProblem(date, { today, allowWeekends, bankHolidays: BANK_HOLIDAYS }) : null,
  });
}

/** Problems of the day and of what staff add to a booking that they type in. `today` is London's. Shorter notice than
 * the practice's is valid with a reason. */
export function takenProblems(
  values: StepValues<"scheduling"> & ControlValues<typeof TAKEN_FIELDS>,
  today: IsoDate,
): Problem[] {
  const date = readDate(values, "preferredDate", CENTURY_AHEAD) ?? "";
  const isShort = isIsoDate(date) && isShortNotice(date, today);
  const rule = { today, allowWeekends: values.allowWeekends, bankHolidays: BANK_HOLIDAYS };
  const isUnexplained = isShort && values.shortNoticeReason === "";
  return [
    ...fieldProblems(STEP_FIELDS.scheduling, values, {
      preferredDate: date !== "" && dayProblem(date, isShort ? { ...rule, noticeDays: 0 } : rule),
    }),
    ...fieldProblems(TAKEN_FIELDS, values, {
      shortNoticeReason:
        isUnexplained &&
        `That is less than ${noticePeriod()}. Please write why, or choose ${formatLongDate(firstSelectableDay(rule))} or later.`,
    }),
  ];
}

/** Problems of the client's details on step 5. `today` is London's. */
export function clientProblems(values: ControlValues<typeof CLIENT_FIELDS>, today: IsoDate): Problem[] {
  const dob = readDate(values, "clientDob") ?? "";
  return fieldProblems(CLIENT_FIELDS, values, {
    clientDob:
      dob !== "" &&
      !isPastDay(dob, today) &&
      (datePartsProblem(dob, "Date of birth") ??
        "Please enter a real date of birth in the past, such as 27 3 1942."),
    clientPhone:
      values.clientPhone !== "" && phoneMessages(checkPhone(values.clientPhone, values.clientCountryCode)),
  });
}
