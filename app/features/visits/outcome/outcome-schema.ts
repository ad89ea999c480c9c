import { z } from "zod";
import { readTime } from "#app/features/assessors/hours.ts";
import {
  halfOf,
  HELD,
  OUTCOME_FIELDS,
  type DeclaredOutcomeField,
  type Held,
  type OutcomeControl,
  type OutcomeDetails,
} from "#app/features/visits/record/outcome.ts";
import { MAX_VISIT_MINUTES } from "#app/features/visits/record/visit-plan.ts";
import { clockMinutes } from "#app/features/visits/record/visit-times.ts";

const DAY_MINUTES = 24 * 60;

/** Whether a visit of these times has a length: one that begins in the evening may end after midnight. */
function isPossible(startedAt: string, endedAt: string): boolean {
  const minutes = clockMinutes(endedAt) - clockMinutes(startedAt);
  return minutes > 0 || (minutes < 0 && minutes + DAY_MINUTES <= MAX_VISIT_MINUTES);
}

const text = (max: number) =>
  z.string().trim().max(max, `Please keep this to ${max} characters.`).default("");

/** A text that is no time stays as it is. */
const time = z
  .string()
  .transform((typed) => readTime(typed) ?? typed.trim())
  .default("");

function schemaOf({ kind, options = {}, wanted }: DeclaredOutcomeField): z.ZodType<string | undefined> {
  if (kind === "choice") return z.enum(Object.keys(options), { error: wanted }).optional();
  return kind === "time" ? time : text(kind === "note" ? 4_000 : 500);
}

type Shape = Record<OutcomeControl, ReturnType<typeof schemaOf>>;
const shape = Object.fromEntries(OUTCOME_FIELDS.map((field) => [field.control, schemaOf(field)])) as Shape;

/** An outcome as it is typed. Conditions name the field that is missing. */
export const OutcomeSchema = z
  .object({
    held: z.enum(Object.keys(HELD) as Held[], { error: "Choose how much of the visit took place." }),
    ...shape,
    version: z.coerce.number().int().catch(0),
  })
  .superRefine((outcome, context) => {
    const want = (path: OutcomeControl, message: string) =>
      context.addIssue({ code: "custom", path: [path], message });
    for (const { control, kind, half, wanted } of OUTCOME_FIELDS) {
      const value = outcome[control];
      if (half !== halfOf(outcome.held) || !wanted) continue;
      if (!value) want(control, wanted);
      else if (kind === "time" && !readTime(value)) want(control, "Enter a time such as 10:05.");
    }
    if (outcome.notHeldReason === "unsafe" && outcome.held === "none" && !outcome.note)
      want("note", "Say what made it unsafe. The office sees this at once.");
    const [startedAt, endedAt] = [readTime(outcome.startedAt ?? ""), readTime(outcome.endedAt ?? "")];
    if (outcome.held !== "none" && startedAt && endedAt && !isPossible(startedAt, endedAt))
      want("endedAt", "The end is before the start.");
  });

export type OutcomeForm = z.output<typeof OutcomeSchema>;

/** The parts of a report that do not apply are left out. */
export const detailsOf = (form: OutcomeForm) =>
  Object.fromEntries(
    OUTCOME_FIELDS.map(({ name, control, kind, half }) => {
      const isKept = half === undefined || half === halfOf(form.held);
      return [name, (isKept && form[control]) || (kind === "choice" ? null : "")];
    }),
  ) as OutcomeDetails;
