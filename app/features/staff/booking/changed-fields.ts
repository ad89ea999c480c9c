import { fieldLabel, type FieldChange } from "#app/features/booking/record/booking-changes.ts";
import { isSectionKey, sectionFields, SECTIONS } from "#app/features/referral/sections/sections.ts";

const FIELDS: Record<string, string> = {
  status: "status",
  accessLink: "link",
  owner: "owner",
  assessor: "assessor",
  visitTime: "time",
  visitPlace: "place",
};

/** `Personal Details (Title, First name)`, from `personalDetails.title` and so on. */
function describeAnswers(section: string, names: readonly string[]): string {
  if (!isSectionKey(section)) return names.map((name) => `${section}.${name}`).join(", ");
  const labels = new Map(sectionFields(section).map(({ name, label }) => [name, label]));
  return `${SECTIONS[section].title} (${names.map((name) => labels.get(name) ?? name).join(", ")})`;
}

/** `e-mail address, preferred date`; referral answers by section. An unknown field keeps its name. */
export function describeFields(fields: readonly string[]): string {
  const ofBooking: string[] = [];
  const bySection = new Map<string, string[]>();
  for (const field of fields) {
    const [section = "", name] = field.split(".");
    if (name === undefined) ofBooking.push(FIELDS[field] ?? fieldLabel(field) ?? field);
    else bySection.set(section, [...(bySection.get(section) ?? []), name]);
  }
  const answers = [...bySection].map(([section, names]) => describeAnswers(section, names));
  return [...ofBooking, ...answers].join(", ");
}

/** `location: Leeds → York`, by line, and `fields` of which only the name is known. */
export function describeChanges(fields: readonly string[], changes: readonly FieldChange[]) {
  const known = new Set<string>(changes.map(({ field }) => field));
  return {
    fields: describeFields(fields.filter((field) => !known.has(field))),
    changes: changes.map(
      ({ field, from, to }) => `${fieldLabel(field)}: ${from ?? "nothing"} → ${to ?? "nothing"}`,
    ),
  };
}
