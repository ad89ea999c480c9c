import { z } from "zod";
import { operations } from "#app/features/api/operation.ts";
import { orLeftOut } from "#app/features/api/inputs.ts";
import { BOOKING_STATUSES } from "#app/features/booking/fields/status.ts";
import { AFTER_CANCELLING } from "#app/features/visits/agree/after-cancelling.ts";
import {
  agreedFields,
  checkAgreed,
  checkClock,
  planFields,
} from "#app/features/visits/agree/visit-schemas.ts";
import { isIsoDate, type IsoDate } from "#app/platform/dates.ts";
import { Visit } from "./bookings.ts";

const textUpTo500 = (name: string) => {
  const error = `${name} must be text of at most 500 characters.`;
  return orLeftOut(z.string({ error }).trim().max(500, error));
};

const flag = (name: string, usual: boolean, description: string) =>
  z
    .boolean({ error: `${name} must be true or false.` })
    .default(usual)
    .meta({ description });

const assessorId = z
  .string({ error: "assessorId must be text." })
  .min(1, "Choose an assessor.")
  .max(64, "Choose an assessor.")
  .meta({ description: "From the call that lists who is free." });

const place = textUpTo500("place");
const reason = textUpTo500("reason");

const change = {
  version: orLeftOut(z.int({ error: "version must be a whole number." })).meta({
    description:
      "The booking's `version` as you read it: refused with 409 if somebody changed the booking since. Without it the " +
      "change applies to the booking as it is.",
  }),
  tellReferrer: flag(
    "tellReferrer",
    true,
    "Whether the referrer gets the mail about it. Assessors always do.",
  ),
};

const weighed = {
  acceptWarnings: flag(
    "acceptWarnings",
    false,
    "Warnings (outside hours, a day off, an area, a language, a conflict of interest) refuse the change with 409 " +
      "unless this is true.",
  ),
  overruleReason: textUpTo500("overruleReason").meta({
    description: "Administrators only: why the visit is booked although it overlaps another.",
  }),
};

const decided = {
  startRequested: flag(
    "startRequested",
    false,
    "True records that the referrer, a private person, asked for a start before their right to cancel is over. " +
      "Without it a visit within these 14 days is refused with 409 and the code `early-start`.",
  ),
  answerRequest: orLeftOut(z.boolean({ error: "answerRequest must be true or false." })).meta({
    description:
      "While the referrer asks for another date: whether a visit on yet another day answers the request (true) or " +
      "leaves it open (false). Left out, the visit is refused with 409 and the code `date-requested`.",
  }),
};

/** `today` is the day in London. */
export function agreeVisitBody(today: IsoDate) {
  return z
    .object({
      assessorId,
      ...agreedFields(today),
      heldReason: textUpTo500("heldReason").meta({
        description:
          "For a time that is past: why a visit that was held then is entered now. The assessor is asked for the outcome.",
      }),
      place: place.meta({ description: "Left out: the client's address, or the booking's location." }),
      ...weighed,
      ...decided,
      ...change,
    })
    .superRefine(checkAgreed(today))
    .meta({
      examples: [
        {
          assessorId: "01a1fb48-f50e-7e52-8f0a-5d0c3a9b7e11",
          day: "2027-03-11",
          start: "10:00",
          minutes: 90,
          mode: "face-to-face",
          place: "3 Mill Lane, Leeds, LS6 2AB",
          version: 1,
        },
      ],
    });
}

/** `today` is the day in London. */
export function moveVisitBody(today: IsoDate) {
  const { day, start, minutes, mode } = planFields(today);
  const kept = { description: "Left out: as it is." };
  return z
    .object({
      day,
      start,
      minutes: orLeftOut(minutes.removeDefault()).meta(kept),
      mode: orLeftOut(mode).meta(kept),
      place: place.meta(kept),
      ...weighed,
      ...decided,
      ...change,
    })
    .superRefine(checkClock)
    .meta({ examples: [{ day: "2027-03-12", start: "14:00", version: 2 }] });
}

export const ReassignVisitBody = z
  .object({ assessorId, reason, ...weighed, ...change })
  .meta({ examples: [{ assessorId: "01a1fb48-f50e-7e52-8f0a-5d0c3a9b7e11", reason: "Illness" }] });

export const CancelVisitBody = z
  .object({
    after: z.enum(AFTER_CANCELLING, { error: "Choose what becomes of the booking." }),
    reason,
    ...change,
  })
  .meta({ examples: [{ after: "agree-another", reason: "The client is in hospital" }] });

export const VisitState = z.object({
  bookingStatus: z.enum(BOOKING_STATUSES),
  version: z.int().meta({ description: "Of the booking, for the next change." }),
  visit: Visit.nullable().meta({ description: "The agreed visit to come; null without one." }),
});

const FreeQuery = z.object({
  day: z
    .string()
    .refine(isIsoDate, "Enter a date that exists.")
    .optional()
    .meta({ description: "`YYYY-MM-DD`. Left out: the date that the referrer prefers." }),
  start: z
    .string()
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/, "Enter a time such as 10:00.")
    .optional()
    .meta({ description: "`HH:MM`, London. Left out: 10:00." }),
  minutes: planFields("2000-01-01").minutes.meta({ description: "Left out: 90." }),
  mode: z.enum(["face-to-face", "virtual"]).optional().meta({ description: "Left out: as it is booked." }),
});

const Candidate = z.object({
  assessorId: z.string(),
  name: z.string(),
  professions: z.string(),
  level: z.enum(["fits", "warns", "blocked"]),
  blocks: z.array(z.string()).meta({ description: "Why the visit would be refused, in words." }),
  warnings: z.array(z.string()),
  reasons: z.array(z.string()).meta({ description: "What speaks for the assessor." }),
  visitsThatDay: z.int(),
  askedThen: z
    .array(z.string())
    .meta({ description: "Hours of other visits that the assessor is asked to take then." }),
});

/** For the description only: requests are checked on their own day. */
const ANY_DAY = "2000-01-01";

const shared = {
  access: "staff",
  isIdempotent: true,
  refusals: [404],
  answers: { 200: VisitState },
} as const;

const RULES =
  "The rules and refusals are those of staff's pages. 409 says in `errors.assessorId` why the assessor cannot go, or " +
  "what to consider first, and in `code` why. While the referrer asks for the booking to be cancelled, no visit is " +
  "agreed or moved (`cancel-requested`). Sent again with the same `Idempotency-Key`, it changes nothing and answers " +
  "with the visit as it is now.";

export const VISIT_CALLS = operations("Visits", {
  listFreeAssessors: {
    call: "GET /api/bookings/{bookingId}/visit/free",
    summary: "List the assessors for a visit, those who are free first, with the reasons",
    access: "staff",
    query: FreeQuery,
    refusals: [404],
    answers: { 200: z.array(Candidate) },
  },
  agreeVisit: {
    ...shared,
    call: "POST /api/bookings/{bookingId}/visit",
    summary: "Agree a visit of a booking that has none to come",
    description: `Confirms the booking and ends its open questions to assessors. ${RULES}`,
    body: agreeVisitBody(ANY_DAY),
  },
  moveVisit: {
    ...shared,
    call: "POST /api/bookings/{bookingId}/visit/move",
    summary: "Move the visit to come to another time or place",
    description: `The assessor stays. ${RULES}`,
    body: moveVisitBody(ANY_DAY),
  },
  reassignVisit: {
    ...shared,
    call: "POST /api/bookings/{bookingId}/visit/reassign",
    summary: "Give the visit to come to another assessor",
    description: `Time and place stay. ${RULES}`,
    body: ReassignVisitBody,
  },
  cancelVisit: {
    ...shared,
    call: "POST /api/bookings/{bookingId}/visit/cancel",
    summary: "Cancel the visit to come",
    description: `The booking waits for another one, or is cancelled with it. ${RULES}`,
    body: CancelVisitBody,
  },
});
