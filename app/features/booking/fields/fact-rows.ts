import { formatLongDate, isIsoDate } from "#app/platform/dates.ts";
import { STEP_FIELDS, type Declared } from "./fields.ts";
import { listFields } from "./field-values.ts";

type Values = Readonly<Record<string, unknown>>;

function wordsOf(kind: Declared["kind"], value: unknown): string {
  if (kind === "flag") return value === true || value === "on" || value === "true" ? "Yes" : "";
  if (typeof value !== "string") return "";
  return kind === "date" && isIsoDate(value) ? formatLongDate(value) : value;
}

/** Label and text of the fields that declare a `fact` and were given, in a booking or a draft. */
export const factRows = (group: Readonly<Record<string, Declared>>, values: Values): [string, string][] =>
  listFields(group).flatMap(({ name, kind, fact }): [string, string][] => {
    const words = wordsOf(kind, values[name]);
    return fact && words ? [[fact, words]] : [];
  });

export function bookingFacts(values: Values) {
  const { referrer, assessments, location, scheduling } = STEP_FIELDS;
  return {
    referrer: factRows(referrer, values),
    assessment: factRows({ ...assessments, ...location, ...scheduling }, values),
  };
}
