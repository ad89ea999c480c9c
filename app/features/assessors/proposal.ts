import { formatLongDate } from "#app/platform/dates.ts";
import { professionsWords, type AssessorProfile } from "./profile.ts";

/** Fields of the profile that an assessor proposes, and staff confirm. */
export const PROPOSED_FIELDS = [
  "professions",
  "registerBody",
  "registerNumber",
  "registerEndsOn",
  "assessments",
] as const satisfies (keyof AssessorProfile)[];

export type Registration = Pick<AssessorProfile, (typeof PROPOSED_FIELDS)[number]>;

/** The proposed fields alone, with their new values. */
export type Proposal = Partial<Registration>;

const LABELS: Record<keyof Registration, string> = {
  professions: "Professions",
  registerBody: "Register",
  registerNumber: "Registration number",
  registerEndsOn: "Registered until",
  assessments: "Assessments",
};

/** Lists of ticks have no order. */
const comparable = (value: unknown) => JSON.stringify(Array.isArray(value) ? value.toSorted() : value);

/** The wanted values that are not the present ones. */
export function changesOf(now: Registration, wanted: Proposal): Proposal {
  const changed = PROPOSED_FIELDS.filter(
    (name) => wanted[name] !== undefined && comparable(wanted[name]) !== comparable(now[name]),
  );
  return Object.fromEntries(changed.map((name) => [name, wanted[name]]));
}

export const isEmpty = (proposal: Proposal) => Object.keys(proposal).length === 0;

export const namesOf = (proposal: Proposal) => PROPOSED_FIELDS.filter((name) => name in proposal);

export const labelsOf = (proposal: Proposal) => namesOf(proposal).map((name) => LABELS[name]);

type Named = { value: string; label: string };

function inWords(name: keyof Registration, values: Proposal, assessments: readonly Named[]): string {
  if (name === "professions") return professionsWords(values.professions ?? []);
  if (name === "registerEndsOn") return values.registerEndsOn ? formatLongDate(values.registerEndsOn) : "";
  if (name !== "assessments") return values[name] ?? "";
  const nameOf = (id: string) => assessments.find(({ value }) => value === id)?.label ?? id;
  return (values.assessments ?? []).map(nameOf).join(", ");
}

/** Each changed field in words: as it is, and as it is proposed. `assessments` names the ids. */
export const changesInWords = (now: Registration, changes: Proposal, assessments: readonly Named[]) =>
  namesOf(changes).map((name) => ({
    name,
    label: LABELS[name],
    now: inWords(name, now, assessments) || "–",
    proposed: inWords(name, changes, assessments) || "–",
  }));
