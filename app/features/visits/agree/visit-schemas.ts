import { z } from "zod";
import { readTime } from "#app/features/assessors/hours.ts";
import { addDays, isIsoDate, type IsoDate } from "#app/platform/dates.ts";
import { readSeen } from "#app/features/visits/plan/addresses.ts";
import { AFTER_CANCELLING } from "./after-cancelling.ts";
import { isClockTime } from "#app/features/visits/record/visit-times.ts";
import type { Decided } from "#app/features/visits/plan/in-the-way.ts";
import {
  MAX_VISIT_MINUTES,
  MIN_VISIT_MINUTES,
  VISIT_MINUTES,
  type VisitPlan,
} from "#app/features/visits/record/visit-plan.ts";

const textOf = (limit: number) =>
  z.string().trim().max(limit, `Please keep this to ${limit} characters.`).default("");

/** An assessor's answer to a question. */
export const AnswerSchema = z.object({
  intent: z.enum(["accept", "decline"], { error: "Press Accept or Decline." }),
  questionId: z.string({ error: "This question is not there any more." }).max(64),
  reason: textOf(500),
});

/** Time and length of a visit, a London time as people type it: `10:00`, `9.30`, `14`. */
const start = z
  .string({ error: "Enter when the visit starts, such as 10:00." })
  .transform((typed, context) => {
    const time = readTime(typed);
    if (time === null) context.addIssue({ code: "custom", message: "Enter a time such as 10:00." });
    return time ?? "";
  });

const LENGTH = `Enter a length from ${MIN_VISIT_MINUTES} to ${MAX_VISIT_MINUTES} minutes.`;

const MAX_DAYS_AHEAD = 730;
const MAX_DAYS_BACK = 366;

const dayUntil = (until: IsoDate) =>
  z
    .string({ error: "Enter the day of the visit." })
    .trim()
    .refine(isIsoDate, { error: "Enter a date that exists.", abort: true })
    .refine((day) => day <= until, "Enter a day within two years.");

/** The fields of a visit that is to be agreed or moved. `today` is the day in London. */
export const planFields = (today: IsoDate) => ({
  day: dayUntil(addDays(today, MAX_DAYS_AHEAD)).refine((day) => day >= today, "Enter today or a later day."),
  start,
  minutes: z.coerce
    .number({ error: LENGTH })
    .int(LENGTH)
    .min(MIN_VISIT_MINUTES, LENGTH)
    .max(MAX_VISIT_MINUTES, LENGTH)
    .default(VISIT_MINUTES),
  mode: z.enum(["face-to-face", "virtual"], { error: "Choose face-to-face or virtual." }),
  place: textOf(500),
});

const NOT_ON_THE_CLOCK = "The clocks go forward then. Enter a time before 01:00 or from 02:00 on.";

/** Refuses a time that the clock leaves out on its day. */
export function checkClock({ day, start }: { day: IsoDate; start: string }, context: z.core.$RefinementCtx) {
  if (isClockTime(day, start)) return;
  context.addIssue({ code: "custom", path: ["start"], message: NOT_ON_THE_CLOCK });
}

export const HELD_THEN = "If the visit was held then, say why it is entered now.";

/** The fields of a visit that is agreed, or that was held in the last year and is entered now, with the reason. */
export function agreedFields(today: IsoDate) {
  const from = addDays(today, -MAX_DAYS_BACK);
  return {
    ...planFields(today),
    day: dayUntil(addDays(today, MAX_DAYS_AHEAD)).refine(
      (day) => day >= from,
      "Enter a day of the last year, or a later one.",
    ),
    heldReason: textOf(500),
  };
}

/** The plan in a form that agrees a visit, whatever else is wrong with the form. `today` is the day in London. */
export const planSchema = (today: IsoDate) => z.object(agreedFields(today)).superRefine(checkClock);

/** Refuses a past day without a reason, and a time that is not on the clock. `hint` follows the sentence
 * about the day. */
export const checkAgreed =
  (today: IsoDate, hint = "") =>
  (
    plan: { day: IsoDate; start: string; heldReason?: string | undefined },
    context: z.core.$RefinementCtx,
  ): void => {
    checkClock(plan, context);
    if (plan.day < today && !plan.heldReason)
      context.addIssue({ code: "custom", path: ["day"], message: `Enter today or a later day.${hint}` });
  };

/** Time of a visit that is agreed together with its booking, whose answers say its kind and place. `today` is the
 * day in London. */
export function timeSchema(today: IsoDate) {
  const { day, start, minutes } = planFields(today);
  return z.object({ day, start, minutes }).superRefine(checkClock);
}

const assessorId = z.string().max(64, "Choose assessors from the list.");
const notify = z.literal("on").optional().catch(undefined);
const version = z.coerce.number().int().catch(0);
const addressesSeen = z.string().max(200).optional().catch(undefined).transform(readSeen);

/** Decisions about what is in the way of the visit; `requestSeen` is the request that the page shows. */
const inTheWay = {
  startRequested: z.literal("on").optional().catch(undefined),
  answerRequest: z.literal("on").optional().catch(undefined),
  requestSeen: z.string().max(80).optional().catch(undefined),
};

export type Decisions = { [Name in keyof typeof inTheWay]?: z.output<(typeof inTheWay)[Name]> };

/** The decisions of a form. A request that its page did not show is not decided. */
export const decidedBy = (form: Decisions): Decided => ({
  isStartRequested: form.startRequested === "on",
  isRequestAnswered: form.answerRequest === "on",
  requestSeen: form.requestSeen ?? "",
});

/** `YYYY-MM-DDTHH:MM`, London. */
const instantText = z
  .string()
  .trim()
  .transform((typed) => /^(\d{4}-\d{2}-\d{2})[T ]([\d:.]+)/.exec(typed)?.slice(1) ?? ["", ""])
  .transform(([day = "", time = ""]) => ({ day, time: readTime(time) ?? "" }))
  .refine(
    ({ day, time }) => isIsoDate(day) && time !== "" && isClockTime(day, time),
    "Enter a day and a time that exist.",
  );

const listOf = <Item extends z.ZodType>(item: Item, message: string) =>
  z.preprocess((value) => (value === undefined ? [] : [value].flat()), z.array(item).max(50, message));

/** A time of `offerKey`; null for another text. */
export function readOfferKey(key: string) {
  const [, assessorId, day, typed] = /^([\w-]{1,64}) (\d{4}-\d{2}-\d{2}) (\d{2}:\d{2})$/.exec(key) ?? [];
  const start = readTime(typed ?? "");
  if (!assessorId || !day || !start || !isIsoDate(day) || !isClockTime(day, start)) return null;
  return { assessorId, day, start };
}

/** The form that agrees a visit with one assessor, asks several or offers times. `today` is the day in London. */
export const agreeSchema = (today: IsoDate) =>
  z
    .object({
      ...agreedFields(today),
      assessors: listOf(assessorId, "Tick at most 20 assessors."),
      answerBy: instantText.optional(),
      times: listOf(z.string().max(90), "Tick at most 6 times."),
      chooseBy: z.preprocess((typed) => typed || undefined, instantText.optional()),
      overruleReason: textOf(500),
      spoke: z.literal("on").optional().catch(undefined),
      callNote: textOf(500),
      ...inTheWay,
      addressesSeen,
      notify,
      version,
    })
    .superRefine(checkAgreed(today, ` ${HELD_THEN}`));

export type AgreeForm = z.output<ReturnType<typeof agreeSchema>>;

/** The plan among the values of a form. */
export const planOf = ({ day, start, minutes, mode, place }: VisitPlan): VisitPlan => ({
  day,
  start,
  minutes,
  mode,
  place,
});

export const moveSchema = (today: IsoDate) =>
  z
    .object({
      ...planFields(today),
      overruleReason: textOf(500),
      ...inTheWay,
      addressesSeen,
      notify,
      version,
    })
    .superRefine(checkClock);

export const ReassignSchema = z.object({
  assessor: z.string({ error: "Choose the assessor who goes instead." }).max(64),
  reason: textOf(500),
  overruleReason: textOf(500),
  notify,
  version,
});

export const CancelVisitSchema = z.object({
  after: z.enum(AFTER_CANCELLING, { error: "Choose what becomes of the booking." }),
  reason: textOf(500),
  notify,
  version,
});

const NO_REASON = "Please say why it did not take place.";

export const NotHeldSchema = z.object({
  reason: z
    .string({ error: NO_REASON })
    .trim()
    .min(1, NO_REASON)
    .max(500, "Please keep this to 500 characters."),
  version,
});
