import { sql } from "kysely";
import type { Deps } from "#app/deps.server.ts";
import { listAssessors } from "#app/features/assessors/assessors.server.ts";
import type { BookingStatus } from "#app/features/booking/fields/status.ts";
import type { Db } from "#app/platform/database.server.ts";
import { addDays, formatShortDate, londonDate } from "#app/platform/dates.ts";
import { isQuestionOpen } from "./find-visits.server.ts";
import { whenOf } from "./visit-times.ts";

/** Ids of open bookings of one status without a visit or an open question, which nobody waits to be called about, the longest
 * waiting first. Those of a past day were held by their date alone. */
function withoutVisit(db: Db, status: BookingStatus, now: Date, limit: number) {
  const at = now.toISOString();
  return db
    .selectFrom("bookings")
    .select(["id", "created_at"])
    .where("status", "=", status)
    .where("referrer_email_key", "!=", "")
    .where((eb) => eb.or([eb("awaits_contact_since", "is", null), eb("awaits_contact_since", ">", at)]))
    .where((eb) => eb.or([eb("preferred_date", "is", null), eb("preferred_date", ">=", londonDate(now))]))
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom("visits")
            .select("visits.id")
            .whereRef("visits.booking_id", "=", "bookings.id")
            .where("visits.ended_as", "is", null),
        ),
      ),
    )
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom("visit_questions")
            .select("visit_questions.id")
            .whereRef("visit_questions.booking_id", "=", "bookings.id")
            .where("visit_questions.closed_at", "is", null),
        ),
      ),
    )
    .orderBy("created_at")
    .orderBy("id")
    .limit(limit)
    .execute();
}

async function longestWithoutVisit(db: Db, now: Date, limit: number) {
  const waiting = [
    ...(await withoutVisit(db, "pending", now, limit)),
    ...(await withoutVisit(db, "confirmed", now, limit)),
  ];
  return waiting.toSorted((a, b) => (a.created_at < b.created_at ? -1 : 1)).slice(0, limit);
}

/** Open bookings without a visit, the longest waiting first, in words that name no client. */
export async function bookingsToAgree({ db, clock }: Pick<Deps, "db" | "clock">, limit: number) {
  const waiting = await longestWithoutVisit(db, clock.now(), limit + 1);
  if (waiting.length === 0) return { shown: [], hasMore: false };
  const rows = await db
    .selectFrom("bookings")
    .select(["id", "reference", "preferred_date", "is_virtual", "assessment_location"])
    .where(
      "id",
      "in",
      waiting.slice(0, limit).map(({ id }) => id),
    )
    .orderBy("created_at")
    .orderBy("id")
    .execute();
  return {
    shown: rows.map(({ id, reference, preferred_date, is_virtual, assessment_location }) => {
      const day = preferred_date ? formatShortDate(preferred_date) : "No date yet";
      const place = is_virtual === 1 ? "Virtual" : (assessment_location ?? "Place to be confirmed");
      return { id, reference, about: `${day}. ${place}` };
    }),
    hasMore: waiting.length > limit,
  };
}

const MAX_QUESTIONS = 200;

/** Questions that ran out, or that all have declined, of bookings without an open one; the first to end first. */
async function unansweredQuestions(db: Db, now: Date) {
  const questions = await db
    .selectFrom("visit_questions")
    .innerJoin("bookings", "bookings.id", "visit_questions.booking_id")
    .select([
      "visit_questions.id",
      "booking_id",
      "bookings.reference",
      "day",
      "start",
      "minutes",
      "closed_at",
      "deadline_at",
    ])
    .where("closed_at", "is", null)
    .orderBy("deadline_at")
    .orderBy("visit_questions.id")
    .limit(MAX_QUESTIONS)
    .execute();
  if (questions.length === 0) return [];
  const waiting = await db
    .selectFrom("visit_answers")
    .select("question_id")
    .where("answer", "is", null)
    .where(
      "question_id",
      "in",
      questions.map(({ id }) => id),
    )
    .execute();
  const isWaiting = new Set(waiting.map(({ question_id }) => question_id));
  const mayBeAccepted = (question: (typeof questions)[number]) =>
    isQuestionOpen(question, now) && isWaiting.has(question.id);
  const hopeful = new Set(questions.filter(mayBeAccepted).map(({ booking_id }) => booking_id));
  const latest = new Map(questions.map((question) => [question.booking_id, question]));
  return [...latest.values()]
    .filter(({ booking_id }) => !hopeful.has(booking_id))
    .map(({ booking_id, reference, deadline_at, ...question }) => ({
      bookingId: booking_id,
      reference,
      when: whenOf(question),
      deadlineAt: deadline_at,
    }));
}

/** Visits whose assessor was not safe and that nobody has dealt with, the longest waiting first. A later correction of the
 * outcome counts alone. */
async function unsafeVisits(db: Db, limit: number) {
  const rows = await db
    .selectFrom("visit_outcomes as outcome")
    .innerJoin("visits", "visits.id", "outcome.visit_id")
    .innerJoin("bookings", "bookings.id", "visits.booking_id")
    .select(["visits.id", "bookings.id as bookingId", "bookings.reference", "outcome.recorded_at"])
    .where("outcome.is_unsafe", "=", sql.lit(1))
    .where("outcome.dealt_with_at", "is", null)
    .where("outcome.recorded_at", ">", "")
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom("visit_outcomes as later")
            .select("later.id")
            .whereRef("later.visit_id", "=", "outcome.visit_id")
            .whereRef("later.number", ">", "outcome.number"),
        ),
      ),
    )
    .orderBy("outcome.recorded_at")
    .orderBy("outcome.id")
    .limit(limit)
    .execute();
  return rows.map(({ recorded_at, ...visit }) => ({ ...visit, recordedAt: recorded_at }));
}

/** A registration that ends within so many days is pointed out. */
export const REGISTRATION_NOTICE_DAYS = 60;

/** Tasks about visits, for the dashboard; null in a practice without assessors. At most `limit` bookings without a visit. The
 * number of queries, and of rows read, does not depend on the visits there have been. */
export async function visitsToDo(deps: Deps, limit: number) {
  const now = deps.clock.now();
  const assessors = await listAssessors(deps);
  const active = assessors.filter(({ isActive }) => isActive);
  if (active.length === 0) return { assessors, toDo: null };
  const waiting = await longestWithoutVisit(deps.db, now, limit);
  const today = londonDate(now);
  const soon = addDays(today, REGISTRATION_NOTICE_DAYS);
  return {
    assessors,
    toDo: {
      withoutVisitIds: waiting.map(({ id }) => id),
      unsafe: await unsafeVisits(deps.db, limit),
      unanswered: await unansweredQuestions(deps.db, now),
      proposals: active
        .flatMap(({ id, name, proposed }) => (proposed ? [{ id, name, at: proposed.at }] : []))
        .toSorted((a, b) => (a.at < b.at ? -1 : 1)),
      registrations: active.flatMap(({ id, name, registerEndsOn }) =>
        registerEndsOn !== null && registerEndsOn <= soon
          ? [{ id, name, endsOn: registerEndsOn, hasEnded: registerEndsOn < today }]
          : [],
      ),
    },
  };
}
