import type { Deps } from "#app/deps.server.ts";
import { daysOffBetween, listAssessors } from "#app/features/assessors/assessors.server.ts";
import { BANK_HOLIDAYS, isClosedDay } from "#app/features/booking/fields/closed-days.server.ts";
import { bookingsToAgree } from "#app/features/stage/bookings-to-agree.server.ts";
import { visitsBetween } from "#app/features/visits/record/find-visits.server.ts";
import { freedTimes } from "#app/features/visits/plan/freed-times.server.ts";
import { isAboutAssessor, openProblems, placeDoubtWords } from "#app/features/visits/plan/visit-problems.ts";
import { visitProblems } from "#app/features/visits/plan/visit-problems.server.ts";
import { inOneLine } from "#app/features/visits/record/fit.ts";
import { formatHours, hasEnded } from "#app/features/visits/record/visit-times.ts";
import { addDays, londonDate, type IsoDate } from "#app/platform/dates.ts";
import { spanOfView, type CalendarView } from "./calendar-view.ts";

/** More assessors share one column, in which each visit has a name. */
const MAX_COLUMNS = 8;

const MAX_BESIDE = 30;

function daysOf({ from, until }: { from: IsoDate; until: IsoDate }): IsoDate[] {
  const days = [from];
  while (days.at(-1)! < until) days.push(addDays(days.at(-1)!, 1));
  return days;
}

/** The visits of a week or month by day, and the bookings that have none. Reads those days alone, however many visits
 * there have been. */
export async function readCalendar(deps: Deps, view: CalendarView) {
  const span = spanOfView(view);
  const all = await listAssessors(deps);
  const wanted = all.filter(({ id }) => view.assessor === null || id === view.assessor);
  const visits = await visitsBetween(deps, {
    ...span,
    ...(view.assessor ? { assessorIds: [view.assessor] } : {}),
  });
  const now = deps.clock.now();
  const toCome = visits.filter((visit) => !hasEnded(visit, now));
  const problems = await visitProblems(deps, toCome);
  const busy = new Set(visits.map(({ assessor_id }) => assessor_id));
  const shown = wanted.filter(({ id, isActive }) => isActive || busy.has(id));
  const off = await daysOffBetween(
    deps,
    shown.map(({ id }) => id),
    span,
  );
  const today = londonDate(deps.clock.now());
  const isOff = (id: string, day: IsoDate) =>
    off.some(({ userId, fromOn, untilOn }) => userId === id && fromOn <= day && day <= untilOn);
  const nameOf = new Map(all.map(({ id, name }) => [id, name]));
  return {
    assessors: all.map(({ id, name }) => ({ id, name })),
    columns: shown.length > MAX_COLUMNS ? null : shown.map(({ id, name }) => ({ id, name })),
    days: daysOf(span).map((day) => ({
      day,
      isToday: day === today,
      closed: BANK_HOLIDAYS[day] ?? (isClosedDay(day) ? "Closed" : null),
      off: shown.filter(({ id }) => isOff(id, day)).map(({ id, name }) => ({ id, name })),
      visits: visits
        .filter((visit) => visit.day === day)
        .map((visit) => ({ ...visit, open: openProblems(problems.get(visit.id) ?? [], visit) }))
        .map((visit) => ({
          id: visit.id,
          bookingId: visit.booking_id,
          assessorId: visit.assessor_id,
          assessor: nameOf.get(visit.assessor_id) ?? "Somebody",
          hours: formatHours(visit),
          where: visit.mode === "virtual" ? "virtual" : (visit.district ?? visit.location ?? ""),
          reference: visit.reference,
          trouble: inOneLine(visit.open.filter(isAboutAssessor)),
          placeDoubt: placeDoubtWords(visit.open),
        })),
    })),
    without: await bookingsToAgree(deps, MAX_BESIDE),
    freed: await freedTimes(deps),
  };
}

export type Calendar = Awaited<ReturnType<typeof readCalendar>>;
