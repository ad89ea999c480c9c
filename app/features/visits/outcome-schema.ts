import { z } from "zod";
import {
  CONDUCTED,
  HELD,
  NOT_HELD_REASONS,
  type Held,
  type NotHeldReason,
  type OutcomeDetails,
} from "./outcome.ts";
import { clockMinutes } from "./visit-times.ts";

const held = Object.keys(HELD) as Held[];
const reasons = Object.keys(NOT_HELD_REASONS) as NotHeldReason[];
const ways = Object.keys(CONDUCTED) as (keyof typeof CONDUCTED)[];

const clock = z
  .string()
  .trim()
  .transform((text) => text.replace(/^(\d)(?=[:.])/, "0$1").replace(".", ":"))
  .refine((text) => text === "" || /^([01]\d|2[0-3]):[0-5]\d$/.test(text), "Enter a time such as 10:05.")
  .default("");
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
    if (!outcome.startedAt) want("startedAt", "Enter the time at which the visit started.");
    if (!outcome.endedAt) want("endedAt", "Enter the time at which the visit ended.");
    if (
      outcome.startedAt &&
      outcome.endedAt &&
      clockMinutes(outcome.endedAt) <= clockMinutes(outcome.startedAt)
    ) {
      want("endedAt", "The end is before the start.");
    }
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
