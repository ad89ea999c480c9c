import type { Deps } from "#app/deps.server.ts";
import type { ActedBy } from "#app/features/audit/record-audit.server.ts";
import { isClosedDay } from "#app/features/booking/fields/closed-days.server.ts";
import { isToCome } from "#app/features/booking/fields/status.ts";
import type { BookingRow } from "#app/features/booking/fields/tables.ts";
import {
  changeBooking,
  DONE,
  refused,
  type Inside,
} from "#app/features/booking/record/change-booking.server.ts";
import { assessmentIdOf, currentOffer } from "#app/features/catalogue/catalogue.ts";
import { askAssessors } from "#app/features/visits/agree/ask-assessors.server.ts";
import { putVisit } from "#app/features/visits/agree/change-visit.server.ts";
import type { ChoiceProblem } from "#app/features/visits/agree/offer-times.server.ts";
import { conflictsOfInterest } from "#app/features/visits/person/conflicts.server.ts";
import { fittingAt, freeTimes, type FreeTimesInput } from "#app/features/visits/plan/free-times.ts";
import { isForStaff } from "#app/features/visits/plan/is-for-staff.server.ts";
import { readInTheWay } from "#app/features/visits/plan/in-the-way.server.ts";
import { needOf, readDiaries, usualPlace, type Need } from "#app/features/visits/plan/who-is-free.server.ts";
import {
  isQuestionOpen,
  questionsOfBooking,
  takenFor,
  visitsOfBooking,
} from "#app/features/visits/record/find-visits.server.ts";
import { offersOfBooking } from "#app/features/visits/record/offers.server.ts";
import { upcomingVisit } from "#app/features/visits/record/stage.ts";
import { VISIT_MINUTES, type VisitPlan } from "#app/features/visits/record/visit-plan.ts";
import { districtOf } from "#app/features/visits/record/visit-place.ts";
import { instantOf, whenOf } from "#app/features/visits/record/visit-times.ts";
import { addDays, londonDate, type IsoDate } from "#app/platform/dates.ts";
import { isEqualSecret } from "#app/platform/secrets.server.ts";

/** Times that a referrer chooses without staff, where the practice's settings allow it. What needs a person's judgement
 * goes to staff; the page does not say why. */

const SEARCHED_DAYS = 42;
const MAX_DAYS_AHEAD = 730;
const HOUR_MS = 3_600_000;
const HOURS_TO_ANSWER = 24;

type ReadDeps = Omit<Deps, "db"> & { db: Deps["db"] | Inside["db"] };
type Wanted = { need: Need; plan: Pick<VisitPlan, "minutes" | "mode" | "place"> };

/** The visit that a referrer may plan by themselves; null where staff do it. */
async function ownPlan(deps: ReadDeps, booking: BookingRow): Promise<Wanted | null> {
  const { times } = deps.settings.current();
  const isVirtual = booking.is_virtual === 1;
  if (times.assessments.length === 0 || !(isVirtual ? times.isVirtual : times.isFaceToFace)) return null;
  if (!isToCome(booking.status) || booking.prefer_earlier_date === 1) return null;
  const need = await needOf(deps, booking);
  const allowed = new Set(times.assessments.map(assessmentIdOf));
  if (need.assessments.length === 0 || !need.assessments.every((id) => allowed.has(id))) return null;
  const place = isVirtual ? "" : await usualPlace(deps, booking);
  if (!isVirtual && districtOf(place, booking.assessment_location) === null) return null;
  if ((await visitsOfBooking(deps, booking.id)).length > 0) return null;
  const questions = await questionsOfBooking(deps, booking.id);
  if (questions.some(({ offer_id }) => offer_id === null)) return null;
  const [offer] = await offersOfBooking(deps, booking.id);
  if (offer && offer.state !== "closed") return null;
  const way = await readInTheWay(deps, booking);
  if (way.isCancelRequested || way.askedDate) return null;
  if (await isForStaff(deps, booking)) return null;
  const mode = isVirtual ? "virtual" : "face-to-face";
  return { need, plan: { minutes: VISIT_MINUTES, mode, place } };
}

/** Whether the referrer may look for a time. */
export const mayChooseFreely = async (deps: Deps, booking: BookingRow) =>
  (await ownPlan(deps, booking)) !== null;

/** Everything from which free times follow, on the days on which a referrer may choose. */
async function readInput(
  deps: ReadDeps,
  booking: BookingRow,
  { need, plan }: Wanted,
  only?: IsoDate,
): Promise<FreeTimesInput> {
  const now = deps.clock.now();
  const { noticeDays, furthestDays, hasWeekends } = currentOffer().rules;
  const today = londonDate(now);
  const { mayCancelUntil } = await readInTheWay(deps, booking);
  const earliest = [
    addDays(today, Math.max(1, noticeDays)),
    ...(mayCancelUntil ? [addDays(mayCancelUntil, 1)] : []),
  ].toSorted();
  const first = earliest.at(-1)!;
  const wished = booking.preferred_date ?? "";
  const furthest = addDays(today, furthestDays || MAX_DAYS_AHEAD);
  const start = wished > first && wished <= furthest ? wished : first;
  const end = [addDays(start, SEARCHED_DAYS - 1), furthest].toSorted()[0]!;
  const [from, until] = only ? [only < first ? furthest : only, only] : [start, end];
  const { assessors, visits, daysOff, busy } = await readDiaries(deps, { from: only ?? from, until });
  const of = { bookingId: booking.id };
  return {
    assessors,
    visits,
    daysOff,
    from,
    until,
    now: now.getTime(),
    busy: new Map([...busy].map(([id, taken]) => [id, takenFor(taken, of)])),
    conflicted: new Set((await conflictsOfInterest(deps, need.booking!)).keys()),
    isClosed: (day) => isClosedDay(day),
    wanted: {
      minutes: plan.minutes,
      mode: plan.mode,
      assessments: need.assessments,
      language: need.language,
      district: plan.mode === "virtual" ? null : districtOf(plan.place, need.location),
    },
    hasWeekends: hasWeekends && booking.allow_weekends === 1,
  };
}

const sealOf = ({ secrets }: Pick<Deps, "secrets">, bookingId: string, day: IsoDate, start: string) =>
  secrets.hash(`${bookingId} ${day} ${start}`, "free-time").slice(0, 22);

/** The times that a referrer may choose now, each with the key that a form sends; null where staff plan the visit. */
export async function readFreeTimes(deps: Deps, booking: BookingRow) {
  const own = await ownPlan(deps, booking);
  if (!own) return null;
  const found = freeTimes(await readInput(deps, booking, own));
  return found.map(({ day, start }) => ({
    day,
    start,
    minutes: own.plan.minutes,
    mode: own.plan.mode,
    key: `${day} ${start} ${sealOf(deps, booking.id, day, start)}`,
  }));
}

const KEY = /^(\d{4}-\d{2}-\d{2}) (\d{2}:\d{2}) ([\w-]{22})$/;

export const isFreeTimeKey = (key: string) => KEY.test(key);

type Chosen = { ok: true; done?: string } | ChoiceProblem;

/** Agrees the visit at a time that the page showed, or asks its assessor first. */
export function chooseFreeTime(
  deps: Deps,
  { bookingId, key, ...by }: ActedBy & { bookingId: string; key: string },
): Promise<Chosen> {
  const change = { bookingId, by, bindsReferrer: true as const };
  return changeBooking(deps, change, async (inside, booking): Promise<Chosen> => {
    const now = inside.clock.now();
    if (!isToCome(booking.status)) return refused("closed");
    const visit = upcomingVisit(await visitsOfBooking(inside, bookingId), now);
    if (visit) return { ok: false, problem: "agreed", when: whenOf(visit) };
    const own = await ownPlan(inside, booking);
    if (!own) return refused("ended");
    const [, day = "", start = "", seal = ""] = KEY.exec(key) ?? [];
    if (!isEqualSecret(seal, sealOf(inside, bookingId, day, start))) return refused("gone");
    const input = await readInput(inside, booking, own, day);
    const [who] = input.from <= day ? fittingAt(input, day, start) : [];
    if (!who) return refused("gone");
    const plan: VisitPlan = { ...own.plan, day, start };
    if (inside.settings.current().times.asksFirst) {
      const latest = Math.min(now.getTime() + HOURS_TO_ANSWER * HOUR_MS, instantOf(day, start));
      const asked = await askAssessors(inside, {
        ...by,
        bookingId,
        plan,
        assessorIds: [who.id],
        isReferrerTold: true,
        deadlineAt: new Date(latest).toISOString(),
      });
      return asked.ok ? { ...DONE, done: "time-asked" } : refused("gone");
    }
    const agreed = await putVisit(inside, booking, {
      ...by,
      plan,
      assessorId: who.id,
      overruled: null,
      isReferrerTold: true,
      closes: "agreed",
    });
    return agreed.ok ? DONE : refused("gone");
  });
}

/** Whether an assessor is being asked about the visit. */
export async function isBeingAsked(deps: Deps, bookingId: string): Promise<boolean> {
  const now = deps.clock.now();
  const questions = await questionsOfBooking(deps, bookingId);
  return questions.some((question) => question.offer_id === null && isQuestionOpen(question, now));
}
