import { STAFF, type Personal } from "#app/features/data-protection/personal.ts";
import {
  purgeFormerAssessors,
  formerAssessorsOf,
} from "#app/features/visits/record/former-assessors.server.ts";
import { purgeFreedTimes } from "#app/features/visits/record/freed-times.server.ts";
import { byIds } from "#app/kit/pieces.server.ts";
import type { Deps } from "#app/deps.server.ts";
import { assessorsById } from "#app/features/assessors/assessors.server.ts";
import { professionsWords } from "#app/features/assessors/profile.ts";
import type { Executor } from "#app/platform/database.server.ts";
import { questionsOfBooking, visitsOfBooking } from "./record/find-visits.server.ts";
import { assessorOf, offersOfBooking } from "./record/offers.server.ts";
import { givenLetters } from "./letter/given-letters.server.ts";
import { eraseVisitRecords, notesOf, outcomesOf } from "./record/visit-records.server.ts";
import { hasEnded } from "./record/visit-times.ts";

/** Takes places, reports, notes and assessors' reasons out of a booking's visits and questions, and ends what is still
 * to come. Day, hour, assessor and outcome stay for the assessors' totals. Harmless to repeat. */
async function eraseVisits(executor: Executor, deps: Pick<Deps, "clock">, bookingId: string) {
  const now = deps.clock.now();
  const at = now.toISOString();
  const visits = await executor
    .selectFrom("visits")
    .select(["id", "day", "start", "minutes", "ended_as"])
    .where("booking_id", "=", bookingId)
    .execute();
  const toCome = visits.filter((visit) => visit.ended_as === null && !hasEnded(visit, now));
  await byIds(idsOf(toCome), (piece) =>
    executor
      .updateTable("visits")
      .set({ ended_as: "cancelled", ended_at: at, updated_at: at })
      .where("id", "in", piece)
      .execute(),
  );
  await executor
    .updateTable("visits")
    .set({ place_sealed: null, settled: null })
    .where("booking_id", "=", bookingId)
    .execute();
  await eraseVisitRecords(executor, idsOf(visits));
  await executor
    .updateTable("time_offers")
    .set({ state: "closed", ended_at: at })
    .where("booking_id", "=", bookingId)
    .where("state", "in", ["open", "none", "expired"])
    .execute();
  await executor
    .updateTable("time_offers")
    .set({ note_sealed: null })
    .where("booking_id", "=", bookingId)
    .execute();
  await executor
    .updateTable("visit_questions")
    .set({ closed_at: at, closed_as: "closed" })
    .where("booking_id", "=", bookingId)
    .where("closed_at", "is", null)
    .execute();
  await executor
    .updateTable("visit_questions")
    .set({ place_sealed: null, settled: null })
    .where("booking_id", "=", bookingId)
    .execute();
  await executor
    .updateTable("visit_answers")
    .set({ reason_sealed: null })
    .where("reason_sealed", "is not", null)
    .where("question_id", "in", (query) =>
      query.selectFrom("visit_questions").select("id").where("booking_id", "=", bookingId),
    )
    .execute();
}

const idsOf = (visits: readonly { id: string }[]) => visits.map(({ id }) => id);

/** A booking's visits and questions for the export of a person's data. Assessors by first name and profession. */
export async function visitData(deps: Pick<Deps, "db" | "secrets">, bookingId: string) {
  const visits = await visitsOfBooking(deps, bookingId);
  const questions = (await questionsOfBooking(deps, bookingId)).filter(({ offer_id }) => offer_id === null);
  const offers = await offersOfBooking(deps, bookingId);
  const asks = await deps.db
    .selectFrom("earlier_asks")
    .selectAll()
    .where("booking_id", "=", bookingId)
    .orderBy("asked_at")
    .orderBy("id")
    .execute();
  const outcomes = await outcomesOf(deps, idsOf(visits));
  const notes = await notesOf(deps, idsOf(visits));
  const letters = await givenLetters(deps.db, idsOf(visits));
  const former = await formerAssessorsOf(deps.db, idsOf(visits));
  const assessors = await assessorsById(deps, [
    ...[...visits, ...former, ...asks].map(({ assessor_id }) => assessor_id),
    ...[...questions, ...offers.flatMap(({ times }) => times)].flatMap(({ answers }) =>
      answers.map(({ assessor_id }) => assessor_id),
    ),
  ]);
  const nameOf = (id: string) => {
    const assessor = assessors.get(id);
    return (
      assessor && [assessor.firstName, professionsWords(assessor.professions)].filter(Boolean).join(", ")
    );
  };
  return {
    visits: visits.map(
      ({ id, number, day, start, minutes, mode, place, assessor_id, ended_as, created_at }) => ({
        number,
        ...{ day, start, minutes, mode, place },
        assessor: nameOf(assessor_id),
        formerAssessors: former
          .filter(({ visit_id }) => visit_id === id)
          .map((one) => ({ assessor: nameOf(one.assessor_id), until: one.left_at })),
        endedAs: ended_as,
        agreedAt: created_at,
        reports: (outcomes.get(id) ?? []).map(({ held, details, recorded_at }) => ({
          held,
          ...details,
          recordedAt: recorded_at,
        })),
        notes: notes
          .filter(({ visit_id }) => visit_id === id)
          .map(({ kind, note, late_minutes, written_at }) => ({
            ...{ kind, note, writtenAt: written_at },
            ...(late_minutes !== null && { lateMinutes: late_minutes }),
          })),
        letters: letters
          .filter(({ visit_id }) => visit_id === id)
          .map(({ way, given_on }) => ({ way, givenOn: given_on })),
      }),
    ),
    earlierTimes: asks.map(({ day, start, assessor_id, asked_at, state }) => ({
      ...{ day, start, assessor: nameOf(assessor_id), askedAt: asked_at, state },
    })),
    offeredTimes: offers.map(({ until, state, note, created_at, chosen_id, times }) => ({
      ...{ offeredAt: created_at, until, state, note },
      times: times.map((time) => ({
        ...{ day: time.day, start: time.start, minutes: time.minutes, mode: time.mode, place: time.place },
        ...{ assessor: nameOf(assessorOf(time)), isChosen: time.id === chosen_id },
      })),
    })),
    questionsToAssessors: questions.map(({ day, start, minutes, mode, place, created_at, answers }) => ({
      askedAt: created_at,
      ...{ day, start, minutes, mode, place },
      answers: answers.map(({ assessor_id, answer, reason, answered_at }) => ({
        assessor: nameOf(assessor_id),
        answer,
        reason,
        answeredAt: answered_at,
      })),
    })),
  };
}

const TOTALS = "Day, hour and outcome without a name or a word: assessors' totals need them.";

export const personal: Personal = {
  activity: "assessment",
  tables: {
    visits: { key: "booking_id", keptFor: "booking", staysBecause: TOTALS },
    visit_questions: { key: "booking_id", keptFor: "booking", staysBecause: TOTALS },
    visit_answers: { key: "question_id", keptFor: "booking", staysBecause: TOTALS },
    time_offers: { key: "booking_id", keptFor: "booking", staysBecause: TOTALS },
    visit_outcomes: {
      key: "visit_id",
      keptFor: "booking",
      staysBecause: TOTALS,
      changesWhileRestricted: "Somebody looked after the assessor who was not safe.",
    },
    visit_notes: { key: "visit_id", keptFor: "booking", staysBecause: TOTALS },
    visit_letters: { key: "visit_id", keptFor: "booking", staysBecause: TOTALS },
    visit_former_assessors: { key: "visit_id", keptFor: "booking", staysBecause: TOTALS },
    freed_times: {
      ...{ key: "visit_id", keptFor: "booking", staysBecause: "A free hour of an assessor, until its day." },
      notExported: "A free hour of an assessor.",
    },
    earlier_asks: { key: "booking_id", keptFor: "booking", staysBecause: TOTALS },
    calendar_feeds: { key: "user_id", keptFor: "staff", notExported: STAFF },
  },
  eraseBooking: eraseVisits,
  exportBooking: visitData,
  async purge({ db }, { now }) {
    await purgeFormerAssessors(db, now);
    await purgeFreedTimes(db, now);
  },
};
