import { readDraft, type Found, type Rule, type Surroundings } from "./check-reading.ts";
import { RULES } from "./check-rules.ts";
import { partKeys, type Draft } from "./draft.ts";

/** There is no score: a report is not a mark. */
export type Finding = Omit<Required<Found>, "about"> & {
  code: FindingCode;
  level: Rule["level"];
  /** A finding that was answered is open again once this changes. */
  about: string;
};

export type FindingCode = (typeof RULES)[number]["code"];

/** All that stops a draft from being sent, and what its author should look at; in the order of the parts. */
export function checkReport(draft: Draft, around: Surroundings): Finding[] {
  const reading = readDraft(draft, around);
  const order = partKeys(draft);
  return RULES.flatMap(({ code, level, find }) =>
    find(reading)
      .filter((found) => found !== null && found !== false && found !== undefined)
      .map((found) => ({
        ...found,
        ...{ code, level, about: found.about ?? JSON.stringify(draft.parts[found.part]?.[found.field]) },
      })),
  ).sort((a, b) => order.indexOf(a.part) - order.indexOf(b.part));
}

/** Names a finding, also after its sentence has changed. */
export const findingId = ({ code, part, field }: Pick<Finding, "code" | "part" | "field">) =>
  `${code}.${part}.${field}`;
