import { endingPapers, endingWords } from "#app/features/assessors/papers.ts";
import type { Deps } from "#app/deps.server.ts";
import { assessorsByName, registrationOf } from "#app/features/assessors/assessors.server.ts";
import { isErased } from "#app/features/booking/record/erase-booking.server.ts";
import { findBooking } from "#app/features/booking/record/find-booking.server.ts";
import { isBookingRestricted } from "#app/features/data-protection/restrictions.server.ts";
import { addDays, londonDate, type IsoDate } from "#app/platform/dates.ts";
import {
  countVisits,
  questionsFor,
  visitsBetween,
  type VisitQuestion,
  type ListedVisit,
} from "#app/features/visits/record/find-visits.server.ts";
import { handOverPage } from "#app/features/visits/plan/ask-first.server.ts";
import { isAboutAssessor } from "#app/features/visits/plan/visit-problems.ts";
import { troubledVisits, withProblems } from "#app/features/visits/plan/visit-problems.server.ts";
import { needInWords, needOf, whoIsFree } from "#app/features/visits/plan/who-is-free.server.ts";
import { whyNotAccept } from "#app/features/visits/agree/ask-assessors.server.ts";
import { answerRefusal } from "#app/features/visits/agree/refusals.ts";
import type { SignCode } from "#app/features/visits/record/fit.ts";
import { townOf } from "#app/features/visits/record/visit-area.server.ts";
import { hasEnded, whenOf } from "#app/features/visits/record/visit-times.ts";
import { byIds } from "#app/kit/pieces.server.ts";
import { CORRECTION_DAYS } from "#app/features/visits/record/outcome.ts";

const MAX_DAYS_BACK = 366;

const DAY_MS = 86_400_000;

/** The assessor's visits that are over, of open bookings, and have no outcome yet; the latest last. */
async function visitsToReport(deps: Deps, assessorId: string): Promise<ListedVisit[]> {
  const now = deps.clock.now();
  const today = londonDate(now);
  const past = await visitsBetween(deps, {
    from: addDays(today, -MAX_DAYS_BACK),
    until: today,
    assessorIds: [assessorId],
  });
  const over = past.filter((visit) => hasEnded(visit, now));
  if (over.length === 0) return [];
  const ids = over.map(({ id }) => id);
  const reported = await byIds(ids, (piece) =>
    deps.db.selectFrom("visit_outcomes").select("visit_id").where("visit_id", "in", piece).execute(),
  );
  const bookings = await deps.db
    .selectFrom("bookings")
    .select(["id", "referrer_email_key"])
    .where(
      "id",
      "in",
      over.map(({ booking_id }) => booking_id),
    )
    .where("status", "in", ["pending", "confirmed"])
    .execute();
  const done = new Set(reported.map(({ visit_id }) => visit_id));
  const open = new Set(bookings.filter((booking) => !isErased(booking)).map(({ id }) => id));
  return over.filter(({ id, booking_id }) => !done.has(id) && open.has(booking_id));
}

/** Visits whose outcome the assessor recorded within the time in which it can be corrected. */
async function visitsReported(deps: Deps, assessorId: string) {
  const since = new Date(deps.clock.now().getTime() - CORRECTION_DAYS * DAY_MS).toISOString();
  return deps.db
    .selectFrom("visits")
    .innerJoin("visit_outcomes", "visit_outcomes.visit_id", "visits.id")
    .innerJoin("bookings", "bookings.id", "visits.booking_id")
    .select(["visits.id", "visits.day", "visits.start", "visits.minutes", "bookings.reference"])
    .where("visits.assessor_id", "=", assessorId)
    .where("visit_outcomes.number", "=", 1)
    .where("visit_outcomes.recorded_at", ">=", since)
    .where("bookings.referrer_email_key", "!=", "")
    .orderBy("visits.day")
    .orderBy("visits.start")
    .execute();
}

type Row = { id: string; day: IsoDate; start: string; minutes: number; reference: string };

const MAX_DAYS_AHEAD = 366;

/** Signs about an assessor's own day, which they can judge. */
const OWN_SIGNS: readonly SignCode[] = ["day-off", "closed", "outside-hours", "too-many"];

async function toAsked(deps: Deps, question: VisitQuestion, assessorId: string) {
  const booking = await findBooking(deps.db, question.booking_id);
  if (!booking || isErased(booking) || (await isBookingRestricted(deps.db, booking))) return null;
  const refusal = await whyNotAccept(deps, booking, { question, assessorId });
  const candidates = await whoIsFree(deps, question, await needOf(deps, booking));
  const own = candidates.find((one) => one.id === assessorId);
  const { id, day, start, minutes, mode, deadline_at } = question;
  return {
    id,
    day,
    start,
    minutes,
    mode,
    deadlineAt: deadline_at,
    town: await townOf(deps, booking, question),
    ...(await needInWords(deps, booking)),
    /** Why it cannot be accepted as things are; null where it can. */
    refusal: refusal && answerRefusal(refusal),
    clashes: [
      ...(own?.fit.warnings ?? []).filter(({ code }) => OWN_SIGNS.includes(code)).map(({ words }) => words),
      ...(own?.askedThen ?? []).map((hours) => `You are asked for another visit, ${hours}`),
    ],
  };
}

/** The start page of an assessor: visits from today on, and open questions without any person's name. */
export async function readAssessorHome(deps: Deps, assessorId: string) {
  const now = deps.clock.now();
  const today = londonDate(now);
  const planned = await visitsBetween(deps, {
    from: today,
    until: addDays(today, MAX_DAYS_AHEAD),
    assessorIds: [assessorId],
  });
  const toRow = ({ id, day, start, minutes, reference }: Row) => ({ id, day, start, minutes, reference });
  const waiting = await questionsFor(deps, assessorId, now);
  const asked = await Promise.all(
    waiting
      .filter(({ offer_id }) => offer_id === null)
      .map((question) => toAsked(deps, question, assessorId)),
  );
  return {
    visits: planned
      .filter((visit) => !hasEnded(visit, now))
      .map(({ id, day, start, minutes, mode, district, reference }) => ({
        id,
        day,
        start,
        minutes,
        mode,
        district,
        reference,
      })),
    today,
    missing: (await visitsToReport(deps, assessorId)).map(toRow),
    reported: (await visitsReported(deps, assessorId)).map(toRow),
    questions: asked.filter((question) => question !== null),
    /** Times that a referrer may choose until then. */
    held: waiting.flatMap((time) =>
      time.offer_id === null ? [] : [{ id: time.id, when: whenOf(time), until: time.deadline_at }],
    ),
  };
}

const LISTED_DAYS = 14;

/** A page of assessors by name, with the number of their visits from today on for two weeks. Of those who cannot come
 * to a visit, the page that hands over what they have. */
export async function listAssessorsWithVisits(deps: Deps, url: URL) {
  const today = londonDate(deps.clock.now());
  const counts = await countVisits(deps.db, today, addDays(today, LISTED_DAYS - 1));
  const isAsked = url.searchParams.get("show") === "cannot-come";
  const visitsOf = Map.groupBy(
    isAsked ? withProblems(await troubledVisits(deps), isAboutAssessor) : [],
    ({ assessor_id }) => assessor_id,
  );
  const found = await assessorsByName(deps, url, visitsOf.keys());
  const assessors = found.rows.map((assessor) => {
    const { id, name, professions, areas, registerEndsOn, isActive, hasProfile } = assessor;
    const visits = visitsOf.get(id);
    return {
      id,
      name,
      professions,
      areas,
      registerEndsOn,
      isActive,
      hasProfile,
      registration: registrationOf(registerEndsOn, today),
      ending: endingPapers(assessor, today)
        .filter(({ key }) => key !== "registration")
        .map(endingWords),
      visitCount: counts.get(id) ?? 0,
      handOver: visits && { count: visits.length, to: handOverPage(id, visits[0]!.day, visits.at(-1)!.day) },
    };
  });
  return { assessors, at: found.at, show: found.show, counts: found.counts };
}
