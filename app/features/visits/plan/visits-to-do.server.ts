import { endingPapers } from "#app/features/assessors/papers.ts";
import { byIds } from "#app/kit/pieces.server.ts";
import { sql, type Expression, type ExpressionBuilder, type SqlBool } from "kysely";
import type { Deps } from "#app/deps.server.ts";
import { listAssessors, registrationOf } from "#app/features/assessors/assessors.server.ts";
import { oldFeeds } from "#app/features/assessors/busy/busy-times.server.ts";
import type { Db } from "#app/platform/database.server.ts";
import { londonDate } from "#app/platform/dates.ts";
import type { Tables } from "#app/platform/tables.ts";
import { whenOf } from "#app/features/visits/record/visit-times.ts";

/** The latest question of each of these bookings that nobody has withdrawn, by booking id. */
export async function questionsWithoutAnswer(db: Db, bookingIds: readonly string[]) {
  const questions = await byIds(bookingIds, (piece) =>
    db
      .selectFrom("visit_questions")
      .select(["booking_id", "day", "start", "minutes", "deadline_at"])
      .where("closed_at", "is", null)
      .where("offer_id", "is", null)
      .where("booking_id", "in", piece)
      .orderBy("deadline_at")
      .orderBy("id")
      .execute(),
  );
  return new Map(
    questions.map(({ booking_id, deadline_at, ...question }) => [
      booking_id,
      { when: whenOf(question), deadlineAt: deadline_at },
    ]),
  );
}

type OutcomeBuilder = ExpressionBuilder<Tables & { outcome: Tables["visit_outcomes"] }, "outcome">;

/** The last outcome of its visit says that the assessor was not safe, and nobody has dealt with it. */
const isUnsafe = (eb: OutcomeBuilder) =>
  eb.and([
    eb("outcome.is_unsafe", "=", sql.lit(1)),
    eb("outcome.dealt_with_at", "is", null),
    eb("outcome.recorded_at", ">", ""),
    eb.not(
      eb.exists(
        eb
          .selectFrom("visit_outcomes as later")
          .select("later.id")
          .whereRef("later.visit_id", "=", "outcome.visit_id")
          .whereRef("later.number", ">", "outcome.number"),
      ),
    ),
  ]);

/** Bookings with a visit whose assessor was not safe, as a query. */
export const unsafeBookingIds = (eb: ExpressionBuilder<Tables, "bookings">) =>
  eb
    .selectFrom("visit_outcomes as outcome")
    .innerJoin("visits as unsafe_visit", "unsafe_visit.id", "outcome.visit_id")
    .select("unsafe_visit.booking_id")
    .where((outcome) => isUnsafe(outcome as unknown as OutcomeBuilder));

/** Visits whose assessor was not safe and that nobody has dealt with, the longest waiting first. A later correction of
 * the outcome counts alone. */
async function unsafeVisits(db: Db, limit: number, of?: Expression<SqlBool>) {
  const rows = await db
    .selectFrom("visit_outcomes as outcome")
    .innerJoin("visits", "visits.id", "outcome.visit_id")
    .innerJoin("bookings", "bookings.id", "visits.booking_id")
    .select(["visits.id", "visits.assessor_id as assessorId", "outcome.recorded_at"])
    .select(["bookings.id as bookingId", "bookings.reference"])
    .where((eb) => isUnsafe(eb as unknown as OutcomeBuilder))
    .$if(of !== undefined, (query) => query.where(of!))
    .orderBy("outcome.recorded_at")
    .orderBy("outcome.id")
    .limit(limit)
    .execute();
  return rows.map(({ recorded_at, ...visit }) => ({ ...visit, recordedAt: recorded_at }));
}

/** Tasks about visits, for the dashboard; null in a practice without assessors. At most `limit` unsafe visits. */
export async function visitsToDo(deps: Deps, limit: number, of?: Expression<SqlBool>) {
  const now = deps.clock.now();
  const assessors = await listAssessors(deps);
  const active = assessors.filter(({ isActive }) => isActive);
  if (active.length === 0) return { assessors, toDo: null };
  const today = londonDate(now);
  return {
    assessors,
    toDo: {
      unsafe: (await unsafeVisits(deps.db, limit, of)).map((visit) => ({
        ...visit,
        phone: assessors.find(({ id }) => id === visit.assessorId)?.phone ?? null,
      })),
      proposals: active
        .flatMap(({ id, name, proposed }) => (proposed ? [{ id, name, at: proposed.at }] : []))
        .toSorted((a, b) => (a.at < b.at ? -1 : 1)),
      oldFeeds: (await oldFeeds(deps)).map(({ id, since }) => ({
        id,
        since,
        name: active.find((one) => one.id === id)?.name ?? "Somebody",
      })),
      papers: active.flatMap(({ id, name, registerEndsOn, papers }) =>
        endingPapers({ registerEndsOn, papers }, today)
          .filter(({ key }) => key !== "registration")
          .map((paper) => ({ id: `${id}:${paper.key}`, assessorId: id, name, paper })),
      ),
      registrations: active.flatMap(({ id, name, registerEndsOn: endsOn }) => {
        const state = registrationOf(endsOn, today);
        return endsOn === null || state === "valid"
          ? []
          : [{ id, name, endsOn, hasEnded: state === "ended" }];
      }),
    },
  };
}
