import type { Personal } from "#app/features/data-protection/personal.ts";
import { formerAssessorsOf, purgeFormerAssessors } from "./record/former-assessors.server.ts";
import { purgeFreedTimes } from "./record/freed-times.server.ts";
import { byIds } from "#app/kit/pieces.server.ts";
import type { Deps } from "#app/deps.server.ts";
import { assessorsById } from "#app/features/assessors/assessors.server.ts";
import { professionsWords } from "#app/features/assessors/profile.ts";
import type { Executor } from "#app/platform/database.server.ts";
import { questionsOfBooking, visitsOfBooking } from "./record/find-visits.server.ts";
import { assessorOf, offersOfBooking } from "./record/offers.server.ts";
import { givenLetters } from "./letter/given-letters.server.ts";
import { notesOf, outcomesOf } from "./record/visit-records.server.ts";
import { hasEnded } from "./record/visit-times.ts";

/** Ends what is still to come of a booking's visits and questions. Day, hour, assessor and outcome stay for
 * the assessors' totals. Harmless to repeat. */
async function eraseVisits(executor: Executor, deps: Pick<Deps, "clock">, bookingId: string): Promise<void> {
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
  await executor.updateTable("visits").set({ settled: null }).where("booking_id", "=", bookingId).execute();
  await executor
    .updateTable("time_offers")
    .set({ state: "closed", ended_at: at })
    .where("booking_id", "=", bookingId)
    .where("state", "in", ["open", "none", "expired"])
    .execute();
  await executor
    .updateTable("visit_questions")
    .set({ closed_at: at, closed_as: "closed" })
    .where("booking_id", "=", bookingId)
    .where("closed_at", "is", null)
    .execute();
  await executor
    .updateTable("visit_questions")
    .set({ settled: null })
    .where("booking_id", "=", bookingId)
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
        day,
        start,
        minutes,
        mode,
        place,
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
            kind,
            note,
            writtenAt: written_at,
            ...(late_minutes !== null && { lateMinutes: late_minutes }),
          })),
        letters: letters
          .filter(({ visit_id }) => visit_id === id)
          .map(({ way, given_on }) => ({ way, givenOn: given_on })),
      }),
    ),
    earlierTimes: asks.map(({ day, start, assessor_id, asked_at, state }) => ({
      day,
      start,
      assessor: nameOf(assessor_id),
      askedAt: asked_at,
      state,
    })),
    offeredTimes: offers.map(({ until, state, note, created_at, chosen_id, times }) => ({
      offeredAt: created_at,
      until,
      state,
      note,
      times: times.map((time) => ({
        day: time.day,
        start: time.start,
        minutes: time.minutes,
        mode: time.mode,
        place: time.place,
        assessor: nameOf(assessorOf(time)),
        isChosen: time.id === chosen_id,
      })),
    })),
    questionsToAssessors: questions.map(({ day, start, minutes, mode, place, created_at, answers }) => ({
      askedAt: created_at,
      day,
      start,
      minutes,
      mode,
      place,
      answers: answers.map(({ assessor_id, answer, reason, answered_at }) => ({
        assessor: nameOf(assessor_id),
        answer,
        reason,
        answeredAt: answered_at,
      })),
    })),
  };
}

export const personal: Personal = {
  eraseBooking: eraseVisits,
  exportBooking: visitData,
  async purge({ db }, { now }) {
    await purgeFormerAssessors(db, now);
    await purgeFreedTimes(db, now);
  },
};
