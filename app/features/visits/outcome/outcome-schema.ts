import { z } from "zod";
import { readTime } from "#app/features/assessors/hours.ts";
import {
  CONDUCTED,
  HELD,
  NOT_HELD_REASONS,
  type Held,
  type NotHeldReason,
  type OutcomeDetails,
} from "#app/features/visits/record/outcome.ts";
import { MAX_VISIT_MINUTES } from "#app/features/visits/record/visit-plan.ts";
import { clockMinutes } from "#app/features/visits/record/visit-times.ts";

const held = Object.keys(HELD) as Held[];
const reasons = Object.keys(NOT_HELD_REASONS) as NotHeldReason[];
const ways = Object.keys(CONDUCTED) as (keyof typeof CONDUCTED)[];

/** A London time as people type it, as where a visit is agreed. What is no time stays as it is. */
const clock = z
  .string()
  .transform((typed) => readTime(typed) ?? typed.trim())
  .default("");

const NO_TIME = "Enter a time such as 10:05.";

const DAY_MINUTES = 24 * 60;

/** Whether a visit of these times has a length: one that begins in the evening may end after midnight. */
function isPossible(startedAt: string, endedAt: string): boolean {
  const minutes = clockMinutes(endedAt) - clockMinutes(startedAt);
  return minutes > 0 || (minutes < 0 && minutes + DAY_MINUTES <= MAX_VISIT_MINUTES);
}

const text = (max: number) =>
  z.string().trim().max(max, `Please keep this to ${max} characters.`).default("");

/** An outcome as it is typed. Conditions name the field that is missing. */
export const OutcomeSchema = z
  .object({
    held: z.enum(held, { error: "Choose how much of the visit took place." }),
    startedAt: clock,
    endedAt: clock,
    conducted: z.enum(ways, { error: "Choose in person, or by video or phone." }).optional(),
    present: text(500),
    identity: text(500),
    notHeldReason: z.enum(reasons, { error: "Choose a reason from the list." }).optional(),
    note: text(4_000),
    version: z.coerce.number().int().catch(0),
  })
  .superRefine((outcome, context) => {
    const want = (path: keyof typeof outcome, message: string) =>
      context.addIssue({ code: "custom", path: [path], message });
    if (outcome.held === "none") {
      if (!outcome.notHeldReason) want("notHeldReason", "Choose why the visit was not held.");
      if (outcome.notHeldReason === "unsafe" && !outcome.note)
        want("note", "Say what made it unsafe. The office sees this at once.");
      return;
    }
    const { startedAt, endedAt } = outcome;
    if (!startedAt) want("startedAt", "Enter the time at which the visit started.");
    else if (!readTime(startedAt)) want("startedAt", NO_TIME);
    if (!endedAt) want("endedAt", "Enter the time at which the visit ended.");
    else if (!readTime(endedAt)) want("endedAt", NO_TIME);
    else if (readTime(startedAt) && !isPossible(startedAt, endedAt))
      want("endedAt", "The end is before the start.");
    if (!outcome.conducted) want("conducted", "Choose in person, or by video or phone.");
    if (!outcome.identity) want("identity", "Say how you confirmed who the person is.");
  });

export type OutcomeForm = z.output<typeof OutcomeSchema>;

/** The parts of a report that do not apply are left out. */
export function detailsOf({ version: _, held: how, ...form }: OutcomeForm): OutcomeDetails {
  const {
    notHeldReason: reason = null,
    conducted = null,
    startedAt,
    endedAt,
    present,
    identity,
    note,
  } = form;
  return how === "none"
    ? { reason, startedAt: "", endedAt: "", conducted: null, present, identity: "", note }
    : { reason: null, startedAt, endedAt, conducted, present, identity, note };
}
