import { z } from "zod";
import { checkEmail } from "#app/features/contact-details/email.ts";
import { readDate } from "#app/forms/date-parts.ts";
import { isIsoDate } from "#app/platform/dates.ts";
import { isPartKey, type PartKey } from "./asked-parts.ts";
import { BASES, MAX_NOTE, ROLES, type Basis, type ContributorRole } from "./words.ts";

const keysOf = <Key extends string>(labels: Readonly<Record<Key, string>>) => Object.keys(labels) as Key[];

const text = (max: number, error: string) => z.string().trim().max(max, { error });

const TICK_A_PART = "Tick what you want them to fill in.";

/** A day in three inputs, by its name. */
const dayIn = (name: string, values: Readonly<Record<string, unknown>>) => readDate(values, name, "20") ?? "";

const WRONG_DAY = "Enter a real day, for example 27 3 2027.";

const isBlank = (typed: unknown) => typeof typed !== "string" || typed.trim() === "";

/** An empty text would count as missing. */
const BLANK = " ";
/** Stands for the address of a request on paper. */
const ON_PAPER = "on paper";

const Fields = z.object({
  name: z
    .string({ error: "Enter the name." })
    .trim()
    .min(1, { error: "Enter the name." })
    .max(100, { error: "Use at most 100 characters." }),
  way: z.enum(["email", "sheet"], { error: "Choose how you ask." }).default("email"),
  email: z
    .string()
    .trim()
    .superRefine((email, context) => {
      const problem = email === ON_PAPER ? null : checkEmail(email, { isTypoAllowed: true });
      if (problem) context.addIssue({ code: "custom", message: problem.message });
    })
    .transform((email) => (email === ON_PAPER ? undefined : email)),
  role: z.enum(keysOf<ContributorRole>(ROLES), { error: "Choose who they are." }),
  parts: z
    .preprocess((value) => (value === undefined ? [] : [value].flat()), z.array(z.string()))
    .transform((keys) => [...new Set(keys)].filter(isPartKey) as PartKey[])
    .refine((keys) => keys.length > 0, { error: TICK_A_PART }),
  canSee: z.literal("on").optional(),
  until: z.string({ error: WRONG_DAY }).refine(isIsoDate, { error: WRONG_DAY }),
  basis: z.enum(keysOf<Basis>(BASES), { error: "Choose why they may tell us." }),
  basisReason: text(MAX_NOTE, `Use at most ${MAX_NOTE} characters.`)
    .min(1, { error: "Say why it is in the person’s interests." })
    .optional(),
  note: text(MAX_NOTE, `Use at most ${MAX_NOTE} characters.`).optional(),
});

/** The form on which somebody is asked; the date comes in three inputs. */
export const AskSchema = z.preprocess((values) => {
  const typed = (values ?? {}) as Record<string, unknown>;
  const isReasonNeeded = typed.basis === "interests" && isBlank(typed.basisReason);
  return {
    ...typed,
    until: dayIn("until", typed),
    // Messages of all fields come at once: none waits for another field to be right.
    email: typed.way === "sheet" ? ON_PAPER : isBlank(typed.email) ? BLANK : typed.email,
    ...(isReasonNeeded && { basisReason: BLANK }),
  };
}, Fields);

export type AskInput = z.output<typeof Fields>;

export const UntilSchema = z.preprocess(
  (values) => ({ until: dayIn("until", (values ?? {}) as Record<string, unknown>) }),
  z.object({ until: z.string().refine(isIsoDate, { error: WRONG_DAY }) }),
);

export const ReasonSchema = z.object({ reason: text(1_000, "Use at most 1,000 characters.").optional() });

export const FeeSchema = z.object({
  fee: z
    .string({ error: "Write your fee." })
    .trim()
    .min(1, { error: "Write your fee." })
    .max(MAX_NOTE, { error: `Use at most ${MAX_NOTE} characters.` }),
});
