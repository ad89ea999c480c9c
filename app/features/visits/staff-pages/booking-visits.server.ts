import type { Deps } from "#app/deps.server.ts";
import { assessorsById, hasActiveAssessor } from "#app/features/assessors/assessors.server.ts";
import type { BookingRow } from "#app/features/booking/fields/tables.ts";
import {
  heldVisits,
  isQuestionOpen,
  questionsOfBooking,
  visitsOfBooking,
  type Visit,
} from "#app/features/visits/record/find-visits.server.ts";
import { assessorOf, isOfferOpen, offersOfBooking } from "#app/features/visits/record/offers.server.ts";
import { givenLetters, isLetterOld } from "#app/features/visits/letter/given-letters.server.ts";
import { LETTER_WAYS } from "#app/features/visits/record/letter-ways.ts";
import { formatDate } from "#app/platform/dates.ts";
import { latestVisit, upcomingVisit } from "#app/features/visits/record/stage.ts";
import { hasEnded, instantOf, whenOf } from "#app/features/visits/record/visit-times.ts";

type VisitState =
  | "to-come"
  | "under-way"
  | "outcome-missing"
  | "took-place"
  | "cancelled"
  | "not-held"
  | "held-in-part";

/** A visit took place once its assessor has said so. */
function stateOf(visit: Visit, isHeld: boolean, now: Date): VisitState {
  if (visit.ended_as) return visit.ended_as;
  if (isHeld) return "took-place";
  if (hasEnded(visit, now)) return "outcome-missing";
  return instantOf(visit.day, visit.start) <= now.getTime() ? "under-way" : "to-come";
}

/** A booking's visits and questions for staff: the visit to come, and all of both with names. */
export async function readBookingVisits(deps: Deps, booking: BookingRow) {
  const now = deps.clock.now();
  const visits = await visitsOfBooking(deps, booking.id);
  const asked = await questionsOfBooking(deps, booking.id);
  const questions = asked.filter(({ offer_id }) => offer_id === null);
  const offers = await offersOfBooking(deps, booking.id);
  const held = await heldVisits(deps.db, [booking.id]);
  const visitIds = visits.map(({ id }) => id);
  const letters = await givenLetters(deps.db, visitIds);
  const assessors = await assessorsById(deps, [
    ...visits.map(({ assessor_id }) => assessor_id),
    ...asked.flatMap(({ answers }) => answers.map(({ assessor_id }) => assessor_id)),
  ]);
  const nameOf = (id: string) => assessors.get(id)?.name ?? "Somebody";
  const toListed = (visit: Visit) => {
    const { id, number, day, mode, place } = visit;
    const state = stateOf(visit, held.has(id), now);
    const given = letters.filter(({ visit_id }) => visit_id === id);
    return {
      id,
      number,
      day,
      mode,
      place,
      state,
      isTimeToCome: instantOf(day, visit.start) > now.getTime(),
      when: whenOf(visit),
      assessor: nameOf(visit.assessor_id),
      letters: given.map(({ way, given_on }) => `${LETTER_WAYS[way].toLowerCase()}, ${formatDate(given_on)}`),
      isLetterOld: state === "to-come" && isLetterOld(given, visit),
    };
  };
  const upcoming = upcomingVisit(visits, now);
  const latest = latestVisit(visits, now);
  return {
    /** False where nobody can be chosen: the practice keeps its visits elsewhere. */
    isUsed: visits.length > 0 || asked.length > 0 || (await hasActiveAssessor(deps.db)),
    upcoming: upcoming && toListed(upcoming),
    /** The visit to come, or the last one that was agreed; null without one. */
    latest: latest ? toListed(latest) : null,
    /** The latest first. */
    visits: visits.map(toListed).toReversed(),
    /** The latest first. */
    offers: offers.map((offer) => ({
      id: offer.id,
      note: offer.note,
      until: offer.until,
      state: offer.state === "open" && !isOfferOpen(offer, now) ? ("expired" as const) : offer.state,
      times: offer.times.map((time) => ({
        id: time.id,
        when: whenOf(time),
        assessor: nameOf(assessorOf(time)),
        isHeld: isQuestionOpen(time, now),
        isChosen: time.id === offer.chosen_id,
      })),
    })),
    /** The latest first. */
    questions: questions.map((question) => ({
      id: question.id,
      when: whenOf(question),
      deadlineAt: question.deadline_at,
      state: question.closed_as ?? (isQuestionOpen(question, now) ? ("open" as const) : ("expired" as const)),
      answers: question.answers.map(({ assessor_id, answer, reason }) => ({
        name: nameOf(assessor_id),
        answer,
        reason,
      })),
    })),
  };
}

export type BookingVisits = Awaited<ReturnType<typeof readBookingVisits>>;
