import { z } from "zod";
import type { Refused } from "#app/features/booking/record/change-booking.server.ts";
import { KEPT_WORDS, type Kept } from "#app/features/booking/record/kept-words.ts";
import type { KeptOut } from "#app/features/data-protection/restriction.ts";
import { BOOKING_STATUSES, statusLabel, type BookingStatus } from "#app/features/booking/fields/status.ts";
import { notYetWords, type NotYet } from "#app/features/visits/plan/in-the-way.ts";
import { requestWords } from "#app/features/booking/record/request-words.ts";
import { isIsoDate, type IsoDate } from "#app/platform/dates.ts";
import { CONTACT_OUTCOME_KEYS } from "#app/features/booking/fields/contact-outcomes.ts";

const text = (limit: number) =>
  z.string().trim().max(limit, `Please keep this to ${limit} characters.`).default("");

export const StatusSchema = z.object({
  status: z.enum(BOOKING_STATUSES, { error: "Please choose a status." }),
  version: z.coerce.number().int().catch(0),
  reason: text(500),
  note: text(1_000),
  notify: z.literal("on").optional().catch(undefined),
  dateAccepted: z.literal("on").optional().catch(undefined),
  endVisit: z.literal("on").optional().catch(undefined),
  startRequested: z.literal("on").optional().catch(undefined),
});

export type StatusChange = z.output<typeof StatusSchema>;

export type StatusProblem =
  | KeptOut
  | "changed-since"
  | "not-allowed"
  | "reason-needed"
  | "date-missing"
  | "date-past"
  | "visit-to-come"
  | NotYet["problem"];

export type Refusal = {
  code: 400 | 409;
  summary: string;
  errors?: Record<string, string[]>;
  problem?: StatusProblem;
};

/** The refusal of every form whose booking may not be changed. */
export const KEPT_OUT: Record<Exclude<Kept, "not-found">, Refusal> = {
  restricted: { code: 409, summary: KEPT_WORDS.restricted },
  erased: { code: 409, summary: KEPT_WORDS.erased },
  "changed-since": { code: 409, summary: KEPT_WORDS["changed-since"], problem: "changed-since" },
};

/** The outcome of a form of the booking's page. */
export type Answered = { ok: true } | Refused<Kept> | ReturnType<typeof notDone>;

export const notDone = (refusal: Refusal) => ({ ok: false, problem: "not-done", refusal }) as const;

const at = (field: string, summary: string, message: string): Refusal => ({
  code: 400,
  summary,
  errors: { [field]: [message] },
});

const answerFirst = (day: IsoDate | null) =>
  `The referrer asks for ${requestWords({ kind: "date", day })}. Answer that request first.`;

type Plain = Exclude<StatusProblem, "visit-to-come" | NotYet["problem"]>;

/** `when`: the visit to come, in words. */
type NotChanged = { problem: Plain } | { problem: "visit-to-come"; when: string } | NotYet;

/** The message, field and HTTP status when a change of status is refused. */
export function statusRefusal(refused: NotChanged, wanted: BookingStatus): Refusal {
  const { problem } = refused;
  switch (problem) {
    case "date-requested":
      return { code: 409, summary: answerFirst(refused.day), problem };
    case "cancel-requested":
    case "early-start":
      return { code: 409, summary: notYetWords(refused), problem };
    case "visit-to-come":
      return {
        ...at(
          "status",
          "A visit of this booking is to come. Do you want to complete it anyway?",
          `Nothing was changed. Completing the booking cancels the visit on ${refused.when}, and tells its assessor.`,
        ),
        problem,
      };
    default:
      return { ...plainRefusal(problem, wanted), problem };
  }
}

function plainRefusal(problem: Plain, wanted: BookingStatus): Refusal {
  const refusals: Record<Plain, Refusal> = {
    ...KEPT_OUT,
    "not-allowed": at(
      "status",
      "This change is not possible.",
      `The status of this booking cannot change to ${statusLabel(wanted)}.`,
    ),
    "date-missing": at(
      "status",
      "This booking has no date yet. Do you want to confirm it anyway?",
      "Nothing was changed. Set a date with Edit booking first, or confirm without one below.",
    ),
    "date-past": at(
      "status",
      "The date of this booking is past. Do you want to confirm it anyway?",
      "Nothing was changed. Set another date with Edit booking first, or confirm it below.",
    ),
    "reason-needed": at("reason", "Please give a reason.", "Please say why you are reopening this booking."),
  };
  return refusals[problem];
}

/** `today` is the day in London. */
export function contactSchema(today: string) {
  return z
    .object({
      outcome: z.enum(CONTACT_OUTCOME_KEYS, { error: "Please choose how it went." }),
      nextDay: z
        .string()
        .trim()
        .optional()
        .transform((day) => day || null)
        .refine((day) => day === null || isIsoDate(day), "Please enter a date that exists.")
        .refine(
          (day) => day === null || !isIsoDate(day) || day >= today,
          "Please enter today or a later day.",
        ),
      note: text(500),
    })
    .refine(({ outcome, nextDay }) => outcome !== "waiting" || nextDay !== null, {
      path: ["nextDay"],
      message: "Please enter the day until which you wait.",
    });
}

/** An answer to the request `asked` in the `version` on screen. `note` is for the referrer. */
export const RequestAnswerSchema = z.object({
  asked: z.string().max(64).default(""),
  version: z.coerce.number().int().catch(1),
  note: text(1_000),
  startRequested: z.literal("on").optional().catch(undefined),
});

/** `owner` is an id, empty for nobody. */
export const OwnerSchema = z.object({
  owner: z.string().max(64).default(""),
  version: z.coerce.number().int().optional().catch(undefined),
});
