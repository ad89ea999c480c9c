import { daysOffBetween, listAssessors } from "#app/features/assessors/assessors.server.ts";
import { professionsWords } from "#app/features/assessors/profile.ts";
import { isClosedDay } from "#app/features/booking/fields/closed-days.server.ts";
import type { BookingRow } from "#app/features/booking/fields/tables.ts";
import { linesByBooking } from "#app/features/booking/record/queries.server.ts";
import { currentOffer } from "#app/features/catalogue/catalogue.ts";
import type { Executor } from "#app/platform/database.server.ts";
import { addDays, weekdayIndex, type IsoDate } from "#app/platform/dates.ts";
import type { Deps } from "#app/deps.server.ts";
import { readAddresses } from "./addresses.server.ts";
import { conflictsOfInterest, type Parties } from "#app/features/visits/person/conflicts.server.ts";
import {
  busyBeside,
  openQuestionsBetween,
  takenFor,
  visitsBetween,
  withHeld,
} from "#app/features/visits/record/find-visits.server.ts";
import { byFit, fitOf, isFitting, travelOf, type Wanted } from "#app/features/visits/record/fit.ts";
import { findNeeds, readSavedOf } from "#app/features/visits/person/known-needs.server.ts";
import { visitLanguage } from "#app/features/visits/person/needs.ts";
import {
  clockMinutes,
  daysAround,
  formatHours,
  formatSpan,
  instantOf,
  overlaps,
  spanOf,
  whenOf,
  type VisitTime,
} from "#app/features/visits/record/visit-times.ts";
import { districtOf, isWholeAddress } from "#app/features/visits/record/visit-place.ts";
import type { VisitPlan } from "#app/features/visits/record/visit-plan.ts";
import { startsWithin } from "./first-free.ts";
import { whyNotYet, type InTheWay } from "./in-the-way.ts";
import { missingWords } from "./visit-problems.ts";

export type ReadDeps = Pick<Deps, "secrets" | "settings"> & { db: Executor };

/** The requirements of a visit besides its time and place. */
export type Need = Pick<Wanted, "assessments" | "language"> & {
  /** Read for a postcode when the place has none. */
  location: string | null;
  booking: Parties | null;
  /** The visit that is moved or reassigned: it is in nobody's way. */
  exceptVisitId: string | null;
  /** The referrer chooses among offered times: those that are held for others are in nobody's way. */
  isOffered?: boolean;
  /** With it, the list has the other times of that day at which each fits. */
  way?: InTheWay;
};

/** The requirements by the booking and the person's needs. */
export const needOf = async (deps: ReadDeps, booking: BookingRow): Promise<Need> =>
  (await needsOfBookings(deps, [booking])).get(booking.id)!;

/** `needOf` for a list, by booking id. */
export async function needsOfBookings(deps: ReadDeps, bookings: readonly BookingRow[]) {
  const lines = await linesByBooking(deps.db, bookings);
  const saved = await readSavedOf(deps, bookings);
  const needs = new Map<string, Need>();
  for (const booking of bookings) {
    const { read } = await findNeeds(deps, booking, saved(booking));
    needs.set(booking.id, {
      assessments: (lines.get(booking.id) ?? []).map(({ assessment_id }) => assessment_id),
      language: visitLanguage(read),
      location: booking.assessment_location,
      booking,
      exceptVisitId: null,
    });
  }
  return needs;
}

/** The likely place of a visit: the address in the referral, else the client's on the booking, else its location.
 * Empty for a virtual one. */
export const usualPlace = async (deps: Pick<ReadDeps, "db" | "secrets">, booking: BookingRow) =>
  (await readAddresses(deps, booking))[0]?.address ?? "";

type DiaryDeps = ReadDeps & Pick<Deps, "clock">;

/** Active assessors with what they have on some days, for the lists of several visits. */
export async function readDiaries(deps: DiaryDeps, { from, until }: { from: IsoDate; until: IsoDate }) {
  const assessors = (await listAssessors(deps)).filter(({ isActive }) => isActive);
  const ids = assessors.map(({ id }) => id);
  const span = { from: addDays(from, -1), until: addDays(until, 1) };
  const visits = await visitsBetween(deps, { ...span, assessorIds: ids });
  const questions = await openQuestionsBetween(deps, span, deps.clock.now());
  const daysOff = await daysOffBetween(deps, ids, { from, until });
  const busy = withHeld(await busyBeside(deps, ids, span, visits), questions, assessors);
  return { assessors, visits, questions, daysOff, busy };
}

export type Diaries = Awaited<ReturnType<typeof readDiaries>>;

/** All active assessors for a visit, those who fit first. Reads what they have around that day alone, unless
 * `diaries` have it. */
export async function whoIsFree(deps: DiaryDeps, plan: VisitPlan, need: Need, diaries?: Diaries) {
  const { day } = plan;
  const { assessors, visits, questions, daysOff, busy } =
    diaries ?? (await readDiaries(deps, { from: day, until: day }));
  const { from, until } = daysAround(day);
  const near = visits.filter(
    (visit) => from <= visit.day && visit.day <= until && visit.id !== need.exceptVisitId,
  );
  const planned = Map.groupBy(near, ({ assessor_id }) => assessor_id);
  const off = daysOff.filter(({ fromOn, untilOn }) => fromOn <= day && day <= untilOn);
  const conflicts = need.booking ? await conflictsOfInterest(deps, need.booking) : new Map<string, never>();
  const isClosed = isClosedDay(day);
  const district = plan.mode === "virtual" ? null : districtOf(plan.place, need.location);
  const wanted: Wanted = { ...plan, district, assessments: need.assessments, language: need.language };
  // A form that shows the request for another date decides about it.
  const hasOthers = need.way && !isClosed && !whyNotYet({ ...need.way, askedDate: null }, day);
  const now = deps.clock.now().getTime();
  const candidates = assessors.map((assessor) => {
    const theirs = planned.get(assessor.id) ?? [];
    const ofDay = {
      visits: theirs,
      busy: takenFor(busy.get(assessor.id), { bookingId: need.booking?.id, isOffered: need.isOffered }),
      isOff: off.some(({ userId }) => userId === assessor.id),
      isClosed,
      conflicts: conflicts.get(assessor.id) ?? [],
    };
    const hours = assessor.hours[weekdayIndex(day)] ?? [];
    const travel = travelOf(assessor, plan.mode);
    const times: string[] = [];
    for (const start of hasOthers && hours.length > 0 ? startsWithin(hours, plan.minutes) : []) {
      const last = times.at(-1);
      const isBeside = last !== undefined && clockMinutes(start) - clockMinutes(last) < plan.minutes;
      if (start === plan.start || isBeside || instantOf(day, start) <= now) continue;
      if (isFitting(assessor, { ...wanted, start }, ofDay)) times.push(start);
    }
    return {
      id: assessor.id,
      name: assessor.name,
      professions: professionsWords(assessor.professions),
      /** Hours of open questions for other bookings that they could not keep beside this visit. */
      askedThen: questions
        .filter(
          (question) =>
            question.offer_id === null &&
            question.booking_id !== need.booking?.id &&
            question.answers.some((own) => own.assessor_id === assessor.id && own.answer === null) &&
            overlaps(spanOf(plan, travel), spanOf(question, travelOf(assessor, question.mode))),
        )
        .map((question) => formatHours(question)),
      visitsThatDay: theirs.filter((visit) => visit.day === day).length,
      /** Hours from leaving to coming back; null without travel. */
      withTravel: travel.before + travel.after > 0 ? formatSpan(spanOf(plan, travel)) : null,
      /** Other starts on that day at which they fit, one visit after the other. */
      times,
      fit: fitOf(assessor, wanted, ofDay),
    };
  });
  return candidates.toSorted(byFit);
}

export type Candidate = Awaited<ReturnType<typeof whoIsFree>>[number];

/** Assessors for a plan. `forPlan` names the plan and the signs against them, so that a form can say which list its
 * sender saw. */
export type FreeList = {
  forPlan: string;
  time: VisitTime;
  when: string;
  /** The sentence about a place by which nobody finds the door; null for a whole address, and for a virtual visit. */
  placeNote: string | null;
  candidates: Candidate[];
};

const ADDRESS_NEEDED =
  "The assessor needs a number and street, or a name with a street and the whole postcode. The visit can be agreed, and the address stays a task.";

export async function freeListFor(deps: DiaryDeps, plan: VisitPlan, need: Need, diaries?: Diaries) {
  const { day, start, minutes, mode, place } = plan;
  const candidates = await whoIsFree(deps, plan, need, diaries);
  const [district, signs] = [districtOf(place, need.location) ?? "", signsOf(deps, candidates)];
  return {
    forPlan: [day, start, minutes, mode, district, signs].join(" "),
    time: { day, start, minutes },
    when: whenOf(plan),
    placeNote:
      mode === "virtual" || isWholeAddress(place) ? null : `${missingWords(place)}. ${ADDRESS_NEEDED}`,
    candidates,
  };
}

/** Says, in a few letters, what speaks against whom: a list that was seen before a new sign came up is another list. */
function signsOf({ secrets }: Pick<ReadDeps, "secrets">, candidates: readonly Candidate[]): string {
  const signs = candidates.flatMap(({ id, fit }) =>
    fit.warnings.map(({ code, key }) => `${id} ${code} ${key}`),
  );
  return secrets.hash(signs.toSorted().join("\n"), "free-list").slice(0, 12);
}

/** The requirements of a booking in words that name nobody. */
export async function needInWords(deps: Pick<Deps, "db" | "secrets" | "settings">, booking: BookingRow) {
  const need = await needOf(deps, booking);
  const offer = currentOffer();
  const names = new Map([...offer.retired, ...offer.assessments].map(({ id, name }) => [id, name]));
  return { assessments: need.assessments.map((id) => names.get(id) ?? "Other"), language: need.language };
}
