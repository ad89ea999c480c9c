import { z } from "zod";
import { declare, fieldsOf, type DeclaredFields } from "#app/forms/declared-fields.ts";
import { isIsoDate } from "#app/platform/dates.ts";
import { PAPER_KINDS, PAPERS, type Papers } from "./papers.ts";

const optionalText = (longest: number) =>
  z.string().trim().max(longest, `Enter at most ${longest} characters.`).default("");

const declared = Object.fromEntries(
  PAPER_KINDS.flatMap((kind) => {
    const { label, seen } = PAPERS[kind];
    const day = optionalText(10).refine(
      (text) => text === "" || isIsoDate(text),
      "Enter a date that exists.",
    );
    return [
      [`${kind}Until`, declare("day", true)(`${label}: valid until`, day)],
      [`${kind}Seen`, declare("line", true)(`${label}: seen`, optionalText(200), { hint: seen })],
    ];
  }),
) as DeclaredFields;

const { schema, fields } = fieldsOf(declared);
export const PAPER_FIELDS = fields;

/** The form of all papers. A day needs what was seen, and the other way round. */
export const PapersSchema = (schema as z.ZodType<Record<string, string>>).transform((typed, context) => {
  const papers: Papers = {};
  for (const kind of PAPER_KINDS) {
    const [until, seen] = [typed[`${kind}Until`] ?? "", typed[`${kind}Seen`] ?? ""];
    if (until !== "" && seen === "")
      context.addIssue({ code: "custom", path: [`${kind}Seen`], message: "Write what you saw." });
    if (seen !== "" && until === "")
      context.addIssue({ code: "custom", path: [`${kind}Until`], message: "Enter its last day." });
    if (until !== "") papers[kind] = { until, seen };
  }
  return papers;
});
