import { assessorOf } from "#app/features/visits/record/offers.server.ts";
import { shortName } from "#app/features/catalogue/for-staff.ts";
import { byIds } from "#app/kit/pieces.server.ts";
import type { Deps } from "#app/deps.server.ts";
import { daysOffBetween, listAssessors, listedBeside } from "#app/features/assessors/assessors.server.ts";
import { BANK_HOLIDAYS, isClosedDay } from "#app/features/booking/fields/closed-days.server.ts";
import { linesByBooking } from "#app/features/booking/record/queries.server.ts";
import { bookingsToAgree } from "#app/features/stage/bookings-to-agree.server.ts";
import { openQuestionsBetween, visitsBetween } from "#app/features/visits/record/find-visits.server.ts";
import { freedTimes } from "#app/features/visits/plan/freed-times.server.ts";
import { isAboutAssessor, openProblems, placeDoubtWords } from "#app/features/visits/plan/visit-problems.ts";
import { visitProblems } from "#app/features/visits/plan/visit-problems.server.ts";
import { inOneLine, travelOf } from "#app/features/visits/record/fit.ts";
import {
  clockMinutes,
  formatHours,
  formatSpan,
  hasEnded,
  spanOf,
} from "#app/features/visits/record/visit-times.ts";
import { addDays, formatTime, londonDate, weekdayIndex, type IsoDate } from "#app/platform/dates.ts";
import type { CalendarView } from "./calendar-view.ts";
import { daysOfView, freeHours } from "./week-grid.ts";

/** Colours of assessors in the styles. */
const COLOURS = 6;

const MAX_BESIDE = 10;

/** Minutes since midnight, within the day. */
const within = (minutes: number) => Math.min(Math.max(minutes, 0), 24 * 60);

/** Name and assessments of the bookings of some visits, by booking id. */
async function aboutBookings(deps: Deps, ids: readonly string[]) {
  const bookings =
    ids.length === 0
      ? []
      : await byIds(ids, (piece) =>
          deps.db
            .selectFrom("bookings")
            .select(["id", "client_first_name", "client_last_name"])
            .where("id", "in", piece)
            .execute(),
        );
  const lines = await linesByBooking(deps.db, bookings);
  return new Map(
    bookings.map(({ id, client_first_name, client_last_name }) => [
      id,
      {
        client: [client_first_name, client_last_name].filter(Boolean).join(" "),
        what: (lines.get(id) ?? []).map(({ name }) => shortName(name)).join(", "),
      },
    ]),
  );
}

/** The visits of a week, or of the weeks of a month, by day, with open questions, days off and, of a week, who is free
 * at which hour; and the bookings that have no visit. Reads those days alone, however many visits there have been. */
export async function readCalendar(deps: Deps, view: CalendarView) {
  const days = daysOfView(view);
  const span = { from: days[0]!, until: days.at(-1)! };
  const month = view.show === "month" ? view.day.slice(0, 7) : null;
  const all = await listAssessors(deps);
  const wanted = all.filter(({ id }) => view.assessor === null || id === view.assessor);
  const visits = await visitsBetween(deps, {
    // A visit of the evening before may last into the first day.
    from: addDays(span.from, -1),
    until: span.until,
    ...(view.assessor ? { assessorIds: [view.assessor] } : {}),
  });
  const now = deps.clock.now();
  const problems = await visitProblems(
    deps,
    visits.filter((visit) => !hasEnded(visit, now)),
  );
  const questions = (await openQuestionsBetween(deps, span, now)).filter(
    ({ answers }) => view.assessor === null || answers.some((one) => one.assessor_id === view.assessor),
  );
  const busy = new Set(visits.map(({ assessor_id }) => assessor_id));
  const shown = wanted.filter(({ id, isActive }) => isActive || busy.has(id));
  const off = await daysOffBetween(
    deps,
    shown.map(({ id }) => id),
    span,
  );
  const about = await aboutBookings(
    deps,
    [...visits, ...questions].map(({ booking_id }) => booking_id),
  );
  const visitsOf = Map.groupBy(visits, ({ assessor_id }) => assessor_id);
  const offOf = Map.groupBy(off, ({ userId }) => userId);
  const diaries = shown
    .filter(({ isActive }) => isActive)
    .map((assessor) => ({
      id: assessor.id,
      hours: assessor.hours,
      travel: travelOf(assessor, "face-to-face"),
      visits: visitsOf.get(assessor.id) ?? [],
      daysOff: offOf.get(assessor.id) ?? [],
    }));
  const today = londonDate(now);
  const isOff = (id: string, day: IsoDate) =>
    offOf.get(id)?.some(({ fromOn, untilOn }) => fromOn <= day && day <= untilOn);
  const nameOf = new Map(all.map(({ id, name }) => [id, name]));
  const order = new Map(all.map(({ id }, index) => [id, index]));
  const toShown = (visit: (typeof visits)[number]) => {
    const open = openProblems(problems.get(visit.id) ?? [], visit);
    const { before, after } = visit.travel;
    const begin = clockMinutes(visit.start);
    const end = begin + visit.minutes;
    return {
      id: visit.id,
      bookingId: visit.booking_id,
      asked: 0,
      minutes: within(end) - begin,
      from: begin,
      until: within(end),
      before: begin - within(begin - before),
      after: within(end + after) - within(end),
      /** Which of the colours is the assessor's. */
      colour: (order.get(visit.assessor_id) ?? 0) % COLOURS,
      ...(about.get(visit.booking_id) ?? { client: "", what: "" }),
      assessor: nameOf.get(visit.assessor_id) ?? "Somebody",
      hours: formatHours(visit),
      withTravel: before + after > 0 ? formatSpan(spanOf(visit, visit.travel)) : null,
      where: visit.mode === "virtual" ? "virtual" : (visit.district ?? visit.location ?? ""),
      reference: visit.reference,
      isToCome: !hasEnded(visit, now),
      trouble: inOneLine(open.filter(isAboutAssessor)),
      placeDoubt: placeDoubtWords(open),
    };
  };
  return {
    canVisit: all.some(({ isActive, hours }) => isActive && hours.some((day) => day.length > 0)),
    assessors: listedBeside(all, new Set([...busy, view.assessor])).map(({ id, name, isActive }) => ({
      id,
      name,
      isShown: isActive || busy.has(id),
      colour: order.get(id)! % COLOURS,
    })),
    days: days.map((day) => {
      const isClosed = isClosedDay(day);
      return {
        day,
        isToday: day === today,
        isBeside: month !== null && day.slice(0, 7) !== month,
        isShut: isClosed || diaries.every(({ hours }) => hours[weekdayIndex(day)]?.length === 0),
        closed: BANK_HOLIDAYS[day] ?? (isClosed ? "Closed" : null),
        off: shown.filter(({ id }) => isOff(id, day)).map(({ name }) => name),
        visits: visits.filter((visit) => visit.day === day).map(toShown),
        questions: questions
          .filter((question) => question.day === day)
          .map((question) => ({
            id: question.id,
            bookingId: question.booking_id,
            before: 0,
            after: 0,
            minutes: question.minutes,
            from: clockMinutes(question.start),
            until: within(clockMinutes(question.start) + question.minutes),
            client: about.get(question.booking_id)?.client ?? "",
            hours: formatHours(question),
            asked: question.answers.length,
            /** Who would go at a time that a referrer may choose; null for a question. */
            heldBy: question.offer_id && (nameOf.get(assessorOf(question)) ?? "Somebody"),
          })),
        free:
          month !== null || isClosed
            ? []
            : freeHours(diaries, day, now.getTime()).map(({ hour, ids }) => ({ hour, count: ids.length })),
      };
    }),
    /** Minutes of today since midnight. */
    now: clockMinutes(formatTime(now.toISOString())),
    without: await bookingsToAgree(deps, { limit: MAX_BESIDE, day: null, isSearched: true }),
    freed: await freedTimes(deps),
  };
}

export type Calendar = Awaited<ReturnType<typeof readCalendar>>;
