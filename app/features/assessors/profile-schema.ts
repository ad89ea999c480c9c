import { z } from "zod";
import type { PricingMode } from "#app/features/catalogue/catalogue.ts";
import { addDays, isIsoDate, type IsoDate } from "#app/platform/dates.ts";
import { readArea } from "./areas.ts";
import { readParts, type WeekHours } from "./hours.ts";
import { HOURS_FIELDS } from "./hours-fields.ts";
import { MODES, PROFESSIONS, REGISTERS, type Profession } from "./profile.ts";
import { PROPOSED_FIELDS } from "./proposal.ts";

const PROFESSION_KEYS = Object.keys(PROFESSIONS) as Profession[];
const MODE_KEYS = Object.keys(MODES) as PricingMode[];
const MAX_TRAVEL_MINUTES = 240;
const MAX_VISITS_A_DAY = 12;

const manyOf = <Key extends string>(keys: readonly Key[], error: string) =>
  z.preprocess(
    (value) => (value === undefined ? [] : [value].flat()),
    z.array(z.enum(keys, { error })).min(1, error),
  );

const MAX_LIST = 100;

const wordsIn = (text: string) => [
  ...new Set(
    text
      .split(/[,;\n]/)
      .map((word) => word.trim())
      .filter(Boolean),
  ),
];

/** Null where nothing is typed. */
const orNull = <Schema extends z.ZodType>(schema: Schema) =>
  schema.optional().transform((value) => value ?? null);

const minutes = z.coerce
  .number({ error: "Enter minutes, such as 45." })
  .int("Enter whole minutes, such as 45.")
  .min(0, "Enter 0 or more minutes.")
  .max(MAX_TRAVEL_MINUTES, `Enter at most ${MAX_TRAVEL_MINUTES} minutes.`)
  .default(0);

export const ProfileSchema = z.object({
  professions: manyOf(PROFESSION_KEYS, "Tick at least one profession."),
  registerBody: orNull(z.enum(Object.keys(REGISTERS), { error: "Choose a register from the list." })),
  registerNumber: orNull(z.string().trim().max(40, "Enter at most 40 characters.")),
  registerEndsOn: orNull(z.string().trim().refine(isIsoDate, "Enter a date that exists.")),
  assessments: z.preprocess(
    (value) => (value === undefined ? [] : [value].flat()),
    z.array(z.string().max(100)).max(MAX_LIST),
  ),
  modes: manyOf(MODE_KEYS, "Tick face-to-face, virtual or both."),
  areas: z
    .string()
    .max(2_000, "Enter at most 2,000 characters.")
    .default("")
    .transform((text, context) => {
      const typed = wordsIn(text.replaceAll(/\s+/g, ","));
      const wrong = typed.find((word) => readArea(word) === null);
      if (wrong !== undefined) {
        const message = `“${wrong}” is no postcode area or district. Enter areas such as LS, BD, HX1.`;
        context.addIssue({ code: "custom", message });
      }
      return typed.map((word) => readArea(word) ?? word);
    }),
  languages: z
    .string()
    .max(500, "Enter at most 500 characters.")
    .default("")
    .transform((text) => wordsIn(text)),
  maxVisitsADay: orNull(
    z.coerce
      .number({ error: "Enter a number of visits." })
      .int("Enter a whole number of visits.")
      .min(1, `Enter a number from 1 to ${MAX_VISITS_A_DAY}.`)
      .max(MAX_VISITS_A_DAY, `Enter a number from 1 to ${MAX_VISITS_A_DAY}.`),
  ),
  travelBeforeMinutes: minutes,
  travelAfterMinutes: minutes,
  phone: orNull(
    z
      .string()
      .trim()
      .max(40, "Enter at most 40 characters.")
      .regex(/^[+(\d][\d\s()+-]{6,}$/, "Enter a phone number, such as 07700 900123."),
  ),
  version: z.coerce.number().int().catch(0),
});

type Proposed = Record<(typeof PROPOSED_FIELDS)[number], true>;
const PROPOSED = Object.fromEntries(PROPOSED_FIELDS.map((name) => [name, true])) as Proposed;

/** The part that assessors change themselves. */
export const OwnProfileSchema = ProfileSchema.omit(PROPOSED);

/** The part that they propose to staff. */
export const ProposalSchema = ProfileSchema.pick({ ...PROPOSED, version: true });

const MAX_NOTE = 500;

/** Staff's answer to a proposal. */
export const ProposalAnswerSchema = z
  .object({
    intent: z.enum(["confirm", "refuse"], { error: "Press Confirm or Refuse." }),
    note: z.string().trim().max(MAX_NOTE, `Enter at most ${MAX_NOTE} characters.`).default(""),
    version: z.coerce.number().int().catch(0),
  })
  .refine(({ intent, note }) => intent === "confirm" || note !== "", {
    path: ["note"],
    error: "Write why, so that the assessor knows what to do.",
  });

/** An assessor takes the proposal of this version back. */
export const WithdrawSchema = z.object({ version: z.coerce.number().int().catch(0) });

const timeTyped = z.string().max(40, "Enter a time, such as 9:00.").default("");

/** The weekly hours, Monday first, from their parts. */
export const HoursSchema = z
  .object({
    version: z.coerce.number().int().catch(0),
    ...Object.fromEntries(
      HOURS_FIELDS.flatMap(({ parts }) => parts.flatMap(({ from, until }) => [from, until])).map((name) => [
        name,
        timeTyped,
      ]),
    ),
  })
  .transform(({ version, ...form }, context) => {
    const typed: Record<string, string> = form;
    const hours: WeekHours = HOURS_FIELDS.map(({ day, parts }) => {
      const read = readParts(parts.map(({ from, until }) => [typed[from]!, typed[until]!]));
      if ("hours" in read) return read.hours;
      const { part, end, message } = read;
      const path = [end === "From" ? parts[part]!.from : parts[part]!.until];
      context.addIssue({ code: "custom", path, message: `${day}: ${message}` });
      return [];
    });
    return { hours, version };
  });

const MAX_DAYS_OFF_SPAN = 366;
const MAX_DAYS_AHEAD = 730;

/** Days within two years, as those of visits. `today` is the day in London. */
export function daysOffSchema(today: IsoDate) {
  const latest = addDays(today, MAX_DAYS_AHEAD);
  const day = (error: string) => z.string({ error }).trim().refine(isIsoDate, "Enter a date that exists.");
  return z
    .object({
      fromOn: day("Enter the first day off."),
      untilOn: z.string().trim().refine(isIsoDate, "Enter a date that exists.").optional(),
    })
    .transform(({ fromOn, untilOn }) => ({ fromOn, untilOn: untilOn ?? fromOn }))
    .refine(({ fromOn, untilOn }) => untilOn >= fromOn, {
      path: ["untilOn"],
      error: "The last day off is before the first.",
    })
    .refine(({ fromOn }) => fromOn <= latest, { path: ["fromOn"], error: "Enter a day within two years." })
    .refine(({ fromOn, untilOn }) => fromOn > latest || untilOn <= latest, {
      path: ["untilOn"],
      error: "Enter a day within two years.",
    })
    .refine(({ untilOn }) => untilOn >= today, { path: ["untilOn"], error: "Enter today or a later day." })
    .refine(({ fromOn, untilOn }) => untilOn <= addDays(fromOn, MAX_DAYS_OFF_SPAN), {
      path: ["untilOn"],
      error: "Enter at most a year at once.",
    });
}
