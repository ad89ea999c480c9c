import { datePartsProblem } from "#app/forms/date-parts.ts";
import { checkEmail } from "#app/features/contact-details/email.ts";
import { checkPhone, phoneMessages } from "#app/features/contact-details/phone.ts";
import { DEFAULT_COUNTRY_CODE } from "#app/platform/phone-number.ts";
import { isIsoDate, isPastDay } from "#app/platform/dates.ts";
import { isAsked, isBlank, type Answers, type Field, type TextField } from "#app/kit/sections/fields.ts";
import { sectionFields, type SectionKey } from "./sections.ts";

export type FieldProblem = { field: string; message: string };

function missingMessage(field: Field): string {
  const isChosen = field.kind === "select" || field.kind === "radio" || field.kind === "checkboxes";
  const label = field.label.charAt(0).toLowerCase() + field.label.slice(1);
  const named = /\d$/.test(label) ? label : `the ${label}`;
  return `Please ${isChosen ? "choose" : "enter"} ${named}.`;
}

/** True for ten digits whose last is the modulus-11 check digit. Spaces and hyphens are ignored. */
export function isNhsNumber(text: string): boolean {
  const digits = text.replace(/[\s-]/g, "");
  if (!/^\d{10}$/.test(digits)) return false;
  const sum = [...digits.slice(0, 9)].reduce(
    (total, digit, index) => total + Number(digit) * (10 - index),
    0,
  );
  const check = (11 - (sum % 11)) % 11;
  return check === Number(digits[9]);
}

function dateMessage(value: string, { label, isAnyDay }: TextField, today: string): string | null {
  if (!isIsoDate(value))
    return datePartsProblem(value, label) ?? `${label} must be a real date, for example 27 3 1941.`;
  return isAnyDay || isPastDay(value, today) ? null : `${label} must be in the past.`;
}

function formatMessage(field: Field, answers: Answers, today: string): string | null {
  const value = answers[field.name];
  if (typeof value !== "string") return null;
  switch (field.kind) {
    case "date":
      return dateMessage(value, field, today);
    case "nhsNumber":
      return isNhsNumber(value)
        ? null
        : "This is not a valid NHS number. Please check it, or leave it out if you are not sure.";
    case "email":
      return checkEmail(value, { isTypoAllowed: true })?.message ?? null;
    case "phone":
      return (
        phoneMessages(checkPhone(value, String(answers[field.country] || DEFAULT_COUNTRY_CODE))).join(". ") ||
        null
      );
    default:
      return null;
  }
}

/** The first problem of each field that Submit would refuse, in the order of the questions. */
export const findProblems = (key: SectionKey, answers: Answers, today: string): FieldProblem[] =>
  sectionFields(key).flatMap((field) => {
    if (!isAsked(field, answers)) return [];
    if (isBlank(answers[field.name]))
      return field.need === "required" ? [{ field: field.name, message: missingMessage(field) }] : [];
    const message = formatMessage(field, answers, today);
    return message ? [{ field: field.name, message }] : [];
  });
