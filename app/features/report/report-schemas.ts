import { z } from "zod";
import { declareChecks } from "#app/forms/declared-fields.ts";
import { CHECKLIST, REPORT_KINDS, REVIEW_CODES } from "./report-words.ts";

const keysOf = <Key extends string>(labels: Readonly<Record<Key, string>>) => Object.keys(labels) as Key[];

export const line = (error: string) =>
  z.string({ error }).trim().min(1, { error }).max(200, { error: "Use at most 200 characters." });
export const note = (error: string) =>
  z.string({ error }).trim().min(1, { error }).max(2_000, { error: "Use at most 2,000 characters." });
const ticked = (error: string) => z.literal("on", { error });

const list = z.preprocess((value) => (value === undefined ? [] : [value].flat()), z.array(z.string()));

/** The assessor's declaration, read before the file is kept. */
export const DeclareSchema = z.object({
  kind: z.enum(keysOf(REPORT_KINDS), { error: "Choose what you upload." }),
  decisions: list.refine((ids) => ids.length > 0, { error: "Tick each decision that the report answers." }),
  declared: ticked("Tick the declaration."),
  /** Demanded while no visit of the booking can have taken place. */
  confirmVisit: z.literal("on").optional(),
  declaredName: line("Type your full name."),
});

/** Each box of the checklist has its own name, so that each can have its message. */
export const ReleaseSchema = z.object({
  reportId: z.string(),
  checks: list.refine((ticks) => keysOf(CHECKLIST).every((check) => ticks.includes(check)), {
    error: "Check and tick each point before you release the report.",
  }),
  recipients: list.refine((ids) => ids.length > 0, { error: "Choose at least one recipient." }),
  /** Completes the booking with the release. */
  complete: z.literal("on").optional().catch(undefined),
  /** The day to look again; empty for none. */
  lookAgainOn: z.string().default(""),
  /** The referrer agrees to be reminded of it. */
  mayRemind: z.literal("on").optional().catch(undefined),
  /** Demanded while a reader's comment has no answer. */
  overruled: z.string().trim().max(2_000, { error: "Use at most 2,000 characters." }).default(""),
});

/** The reasons of a return, in the reviewer's form and in the reader's. */
export const returnReasons = declareChecks("Reasons", REVIEW_CODES, { error: "Choose at least one reason." });

/** Sends a released version to more recipients. */
export const SendSchema = ReleaseSchema.pick({ reportId: true, recipients: true });

export const DeliverySchema = z.object({ deliveryId: z.string() });

export const CodeSchema = z.object({
  code: z
    .string({ error: "Enter the six digits." })
    .transform((code) => code.replaceAll(/\s/g, ""))
    .refine((code) => /^\d{6}$/.test(code), { error: "Enter the six digits." }),
});

export const ReceivedSchema = z.object({ receivedBy: line("Type your full name.") });
