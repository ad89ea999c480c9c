import type { Answers } from "#app/features/booking/fields/steps.ts";
import { text } from "#app/features/booking/fields/form-values.ts";
import { BILLING_FIELDS } from "#app/features/booking/fields/fields.ts";
import { CENTURY_AHEAD } from "#app/features/booking/fields/calendar.ts";
import { outsideAct, outsideActWords } from "#app/features/booking/fields/jurisdiction.ts";
import { bookingSubmission } from "#app/features/booking/fields/schema.ts";
import { currentOffer, readAssessments } from "#app/features/catalogue/catalogue.ts";
import { priceBooking } from "#app/features/catalogue/pricing.ts";
import { SECTION_ANSWERS } from "#app/features/referral/sections/schema.ts";
import { datePartsProblem, readDate } from "#app/forms/date-parts.ts";
import { foldText } from "#app/platform/fold-text.ts";
import { isIsoDate, type IsoDate } from "#app/platform/dates.ts";
import { COLUMNS } from "./columns.ts";
import type { Cells } from "./read-list.server.ts";

/** Checks one row of a list by the rules of the booking form, so that its sentences are those of the fields. */

export type Fault = { column: string; sentence: string };

export type CheckedRow = {
  /** Answers of the booking form, without the referrer's. */
  answers: Answers;
  /** An absent key for what the row leaves open. */
  billing: { poNumber?: string; matterReference?: string };
  sections: Partial<Record<"communicationAids" | "courtApplication", { answers: Record<string, string> }>>;
  faults: Fault[];
  /** They refuse nothing. */
  warnings: Fault[];
  name: string;
  /** Null where nothing has a price yet. */
  pricePence: number | null;
  /** Known again in another row or booking. */
  person: Person;
};

export type Person = { key: string; dob: IsoDate };

export const personOf = (first: string | null, last: string | null, dob: string | null): Person => ({
  key: foldText(`${first ?? ""} ${last ?? ""}`)
    .replaceAll(/[\s’']+/g, " ")
    .trim(),
  dob: dob ?? "",
});

/** Whom a row is about. A date that can be read in two ways is none. */
export function personInRow(cells: Cells, isDayFirst: boolean | null): Person {
  const typed = cells["clientDob"] ?? "";
  const controls = dateControls("on", oddCell(typed, "date", isDayFirst) ? "" : typed, isDayFirst);
  const dob = readDate(controls, "on");
  return personOf(
    cells["clientFirstName"] ?? "",
    cells["clientLastName"] ?? "",
    isIsoDate(dob ?? "") ? dob! : null,
  );
}

/** Two of one name are the same person unless their dates of birth differ. */
export const isSame = (one: Person, other: Person) =>
  one.key !== "" && one.key === other.key && (one.dob === other.dob || one.dob === "" || other.dob === "");

const NUMBERS = /^(\d{1,2})([-/. ])(\d{1,2})\2(\d{4}|\d{2})$/;

/** The order of day and month that the dates of a list prove; an example of those that nobody can tell, or null. */
export function openOrder(rows: readonly Cells[]): { isDayFirst: boolean | null; example: string | null } {
  const dates = rows.flatMap((cells) =>
    COLUMNS.flatMap(({ kind, field }) =>
      kind === "date" ? (NUMBERS.exec(cells[field] ?? "") ?? []).slice(0, 4) : [],
    ),
  );
  const triples = Array.from({ length: dates.length / 4 }, (_, at) => dates.slice(4 * at, 4 * at + 4));
  const isOver = (index: 1 | 3) => triples.some((parts) => Number(parts[index]) > 12);
  if (isOver(1) !== isOver(3)) return { isDayFirst: isOver(1), example: null };
  const open = triples.find(
    ([, first, , second]) => Number(first) <= 12 && Number(second) <= 12 && first !== second,
  );
  return { isDayFirst: null, example: open?.[0] ?? null };
}

const OPEN_DAY = "Say above whether the day comes first.";
const NO_DAY = "That date does not exist. Please check the day, the month and the year.";
const SERIAL = "Excel changed this day into a number. Format the column as a date.";
const CHANGED = "Excel changed this number. Format the column as text.";
const ERROR = "Excel shows an error in this cell. Please enter what it should be.";

/** A cell that no rule of the form knows. */
function oddCell(cell: string, kind: string | undefined, isDayFirst: boolean | null): string | null {
  if (/^\d([.,]\d+)?E\+\d+$/i.test(cell)) return CHANGED;
  if (/^#(REF!|N\/A|VALUE!|NAME\?|DIV\/0!|NUM!|NULL!|SPILL!|CALC!)$/i.test(cell)) return ERROR;
  if (kind === "date" && /^\d{4,6}$/.test(cell)) return SERIAL;
  const [, first, , second] = NUMBERS.exec(cell) ?? [];
  const isOpen = kind === "date" && first && Number(first) <= 12 && Number(second) <= 12 && first !== second;
  if (isOpen && isDayFirst === null) return OPEN_DAY;
  if (kind !== "flag" || /^(|y|yes|n|no|true|false|1|0|x)$/i.test(cell)) return null;
  return "Enter yes or no.";
}

/** The controls of a date field. What has no three parts stays in the first, for the field's own sentence. */
function dateControls(name: string, date: string, isDayFirst: boolean | null) {
  const [first = "", second = "", third = "", ...more] = date.split(/[\s/.,-]+/);
  const parts = /^\d{4}$/.test(first) ? [third, second, first] : [first, second, third];
  if (isDayFirst === false && NUMBERS.test(date)) parts.splice(0, 2, second, first);
  const [day, month, year] = third === "" || more.length > 0 ? [date, "", ""] : parts;
  return { [`${name}-day`]: day!, [`${name}-month`]: month!, [`${name}-year`]: year! };
}

const VIRTUAL = /^(virtual|video|online|remote)( (call|assessment))?$/i;
const FACE_TO_FACE = /^(|face[ -]?to[ -]?face|f2f|in[ -]person)( assessment)?$/i;

function readChosen(cell: string) {
  const names = currentOffer().assessments.map(({ name }) => name);
  const byFolded = new Map(names.map((name) => [foldText(name), name]));
  const typed = cell.split(/[;\n]/).map((one) => one.trim());
  const chosen = typed.filter(Boolean).map((one) => byFolded.get(foldText(one)) ?? one);
  return { chosen, unknown: readAssessments(chosen).unknown, names };
}

const STAND_IN: Answers = {
  referrerFirstName: "A",
  referrerLastName: "B",
  referrerEmail: "a@example.org",
  referrerPhone: "020 7946 0123",
  referrerRelationship: "Solicitor",
  referrerOrganisation: "C",
};

/** `isDayFirst`: null while nobody said so. */
export function checkRow(
  cells: Cells,
  { today, isDayFirst }: { today: IsoDate; isDayFirst: boolean | null },
): CheckedRow {
  const faults: Fault[] = [];
  const fault = (field: string, sentence: string) => {
    const column = COLUMNS.find((one) => one.field === field)?.name ?? field;
    if (!faults.some((one) => one.column === column)) faults.push({ column, sentence });
  };
  const answers: Record<string, string | string[]> = {};
  const sections: CheckedRow["sections"] = {};
  for (const { field, kind } of COLUMNS) {
    const cell = cells[field] ?? "";
    const odd = oddCell(cell, field === "showVirtualPricing" ? undefined : kind, isDayFirst);
    if (odd) fault(field, odd);
    const given = odd ? "" : cell;
    const [section, question] = field.split(".") as ["communicationAids", string | undefined];
    if (question !== undefined) {
      const day =
        kind === "date" ? readDate(dateControls("on", given, isDayFirst), "on", CENTURY_AHEAD)! : given;
      if (kind === "date" && day !== "" && !isIsoDate(day))
        fault(field, datePartsProblem(day, "Deadline") ?? NO_DAY);
      else if (day !== "")
        sections[section] = { answers: { ...sections[section]?.answers, [question]: day } };
    } else if (kind === "date") Object.assign(answers, dateControls(field, given, isDayFirst));
    else if (kind === "flag") answers[field] = /^(y|yes|true|1|x)$/i.test(given) ? "yes" : "";
    else answers[field] = given;
  }
  const mode = cells["showVirtualPricing"] ?? "";
  answers["showVirtualPricing"] = VIRTUAL.test(mode) ? "yes" : "";
  if (!VIRTUAL.test(mode) && !FACE_TO_FACE.test(mode))
    fault("showVirtualPricing", "Enter face-to-face or virtual.");
  const { chosen, unknown, names } = readChosen(cells["selectedAssessments"] ?? "");
  answers["selectedAssessments"] = chosen;
  if (unknown.length > 0)
    fault(
      "selectedAssessments",
      `We do not offer “${unknown[0]!.slice(0, 60)}”. Choose one of: ${names.join("; ")}.`,
    );
  const home = [answers["clientTownCity"], answers["clientPostcode"]].filter(Boolean).join(", ");
  answers["assessmentLocation"] ||= home;
  const read = bookingSubmission(today).safeParse({ ...answers, ...STAND_IN });
  for (const { path, message } of read.error?.issues ?? [])
    if (path.length > 0) fault(String(path[0]).replace(/-(day|month|year)$/, ""), message);
  const billing: CheckedRow["billing"] = {};
  for (const field of ["poNumber", "matterReference"] as const) {
    const { label, longest } = BILLING_FIELDS[field];
    const found = text(label, longest).safeParse(answers[field]);
    delete answers[field];
    if (!found.success) fault(field, found.error.issues[0]!.message);
    else if (found.data) billing[field] = found.data;
  }
  for (const [section, one] of Object.entries(sections)) {
    const found = SECTION_ANSWERS[section as "communicationAids"].safeParse(one.answers);
    if (found.success) one.answers = found.data as Record<string, string>;
    for (const { path, message } of found.error?.issues ?? [])
      fault(`${section}.${String(path[0])}`, message);
  }
  const place = answers["showVirtualPricing"] ? null : outsideAct(answers["assessmentLocation"] as string);
  const warnings = place ? [{ column: "Postcode", sentence: outsideActWords(place) }] : [];
  const { clientFirstName: first, clientLastName: last } = answers;
  const price = read.success && priceBooking(read.data);
  return {
    answers,
    billing,
    sections,
    faults,
    warnings,
    name: `${first} ${last}`.trim(),
    pricePence: !price || price.isOnlyPriceOnRequest ? null : price.totalPence,
    person: personInRow(cells, isDayFirst),
  };
}
