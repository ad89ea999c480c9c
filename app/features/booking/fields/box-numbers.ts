import { CLIENT_FIELDS, STEP_FIELDS, type Declared } from "./fields.ts";
import { listFields } from "./field-values.ts";

type Group = Readonly<Record<string, Declared>>;

/** The fields that have a box on the paper form, in its order: tick boxes come last. `label` is the box's. */
export function paperFields(group: Group) {
  const fields = listFields(group).flatMap(({ paper, ...field }) =>
    paper === null ? [] : [{ ...field, label: paper ?? field.label }],
  );
  const isTick = ({ kind }: Declared) => kind === "flag";
  return [...fields.filter((field) => !isTick(field)), ...fields.filter(isTick)];
}

const namesOf = (group: Group) => paperFields(group).map(({ name }) => name);

/** The number of each box of the paper form, such as `1.3`, by control name; `consents` for the list of consents. Staff
 * who type a form in find the same numbers on their page. */
export function boxNumbers(): Record<string, string> {
  const { referrer, assessments, location, scheduling } = STEP_FIELDS;
  const sections = [
    namesOf(referrer),
    Object.keys(assessments),
    namesOf(location),
    namesOf(scheduling),
    namesOf(CLIENT_FIELDS),
    ["paymentMethod", "consents"],
  ];
  return Object.fromEntries(
    sections.flatMap((names, section) =>
      names.map((name, index) => [name, `${section + 1}.${index + 1}`] as const),
    ),
  );
}
