import type { Deps } from "#app/deps.server.ts";
import { BY_SYSTEM, recordAudit, type ActedBy } from "#app/features/audit/record-audit.server.ts";
import { isToCome } from "#app/features/booking/fields/status.ts";
import type { BookingRow } from "#app/features/booking/fields/tables.ts";
import {
  changeBooking,
  DONE,
  refused,
  type Inside,
  type KeptNow,
  type Refused,
  type Result,
} from "#app/features/booking/record/change-booking.server.ts";
import { findBooking } from "#app/features/booking/record/find-booking.server.ts";
import { updateBooking, updateStaffFields } from "#app/features/booking/record/write-booking.server.ts";
import { enqueueMail } from "#app/features/outbox/enqueue-mail.server.ts";
import { readInTheWay, settleInTheWay } from "#app/features/visits/plan/in-the-way.server.ts";
import { whyNotYet, type Decided, type NotYet } from "#app/features/visits/plan/in-the-way.ts";
import { knownIn } from "#app/features/visits/plan/visit-problems.ts";
import { needOf, readDiaries, whoIsFree } from "#app/features/visits/plan/who-is-free.server.ts";
import {
  isQuestionOpen,
  visitsOfBooking,
  type VisitQuestion,
} from "#app/features/visits/record/find-visits.server.ts";
import {
  assessorOf,
  isOfferOpen,
  offersOfBooking,
  sealOfferNote,
  timesInWords,
  type Offer,
} from "#app/features/visits/record/offers.server.ts";
import { upcomingVisit } from "#app/features/visits/record/stage.ts";
import type { TimeOfferRow } from "#app/features/visits/record/tables.ts";
import type { VisitPlan } from "#app/features/visits/record/visit-plan.ts";
import { instantOf, whenOf } from "#app/features/visits/record/visit-times.ts";
import { formatInstant } from "#app/platform/dates.ts";
import { putQuestion } from "./ask-assessors.server.ts";
import { putVisit } from "./change-visit.server.ts";

/** Times that the practice offers, and the referrer chooses from. Each is held for its assessor while the offer is
 * open; whether it is still free is looked up whenever somebody asks. */

export const MIN_TIMES = 2;
export const MAX_TIMES = 6;
const HOUR_MS = 3_600_000;
const USUAL_HOURS_TO_CHOOSE = 48;

type Timed = Pick<VisitPlan, "day" | "start">;
type ReadDeps = Pick<Deps, "clock" | "secrets" | "settings"> & { db: Deps["db"] | Inside["db"] };
type Planned = { id: string; assessorId: string; plan: VisitPlan };

/** Ids of the times at which the assessor fits, without anything against it. `isOffered`: what is held for other
 * referrers is not in the way. */
async function freeAmong(
  deps: ReadDeps,
  booking: BookingRow,
  times: readonly Planned[],
  { isOffered, decided }: { isOffered: boolean; decided?: Decided | undefined },
): Promise<Set<string>> {
  const way = { ...(await readInTheWay(deps, booking)), askedDate: null };
  const now = deps.clock.now().getTime();
  const toCome = times.filter(
    ({ plan }) => instantOf(plan.day, plan.start) > now && !whyNotYet(way, plan.day, decided),
  );
  const days = toCome.map(({ plan }) => plan.day).toSorted();
  if (days.length === 0) return new Set();
  const diaries = await readDiaries(deps, { from: days[0]!, until: days.at(-1)! });
  const need = { ...(await needOf(deps, booking)), isOffered };
  const free = new Set<string>();
  for (const { id, assessorId, plan } of toCome) {
    const list = await whoIsFree(deps, plan, need, diaries);
    if (list.find((one) => one.id === assessorId)?.fit.level === "fits") free.add(id);
  }
  return free;
}

/** The times of an offer that the referrer can still have, the earliest first. */
export async function stillFree(deps: ReadDeps, booking: BookingRow, times: readonly VisitQuestion[]) {
  const now = deps.clock.now();
  const open = times.filter((time) => isQuestionOpen(time, now));
  const planned = open.map((plan) => ({ id: plan.id, assessorId: assessorOf(plan), plan }));
  const free = await freeAmong(deps, booking, planned, { isOffered: true });
  return open.filter(({ id }) => free.has(id));
}

type Ended = Exclude<TimeOfferRow["state"], "open">;

/** Lets go of times that an offer holds: of these, or of all. */
async function letGo(inside: Inside, offerId: string, timeId?: string): Promise<void> {
  await inside.db
    .updateTable("visit_questions")
    .set({ closed_at: inside.clock.now().toISOString(), closed_as: "closed" })
    .where("offer_id", "=", offerId)
    .where("closed_at", "is", null)
    .$if(timeId !== undefined, (query) => query.where("id", "=", timeId!))
    .execute();
}

async function endOffer(
  inside: Inside,
  id: string,
  ended: { state: Ended } & Partial<Pick<TimeOfferRow, "note_sealed" | "chosen_id">>,
): Promise<void> {
  const ended_at = inside.clock.now().toISOString();
  await inside.db
    .updateTable("time_offers")
    .set({ ...ended, ended_at })
    .where("id", "=", id)
    .execute();
  if (ended.state !== "chosen") await letGo(inside, id);
}

type Why = "changed" | "withdrawn" | "gone";

/** Tells the referrer that the times count no more. */
const tellEnded = (inside: Inside, { id, referrer_email }: BookingRow, offerId: string, why: Why) =>
  enqueueMail(inside, {
    topic: "times-closed",
    to: referrer_email,
    bookingId: id,
    dedupeKey: `times-closed:${offerId}`,
    payload: { offerId, why },
  });

/** Ends a booking's offers that are open or wait for staff, in the transaction of what takes their place. Gives whether
 * one was open. With `why` the referrer is told of that one. */
export async function closeOffers(inside: Inside, booking: BookingRow, why?: Why): Promise<boolean> {
  let wasOpen = false;
  for (const offer of await offersOfBooking(inside, booking.id)) {
    if (!["open", "none", "expired"].includes(offer.state)) continue;
    await endOffer(inside, offer.id, { state: "closed" });
    if (!isOfferOpen(offer, inside.clock.now())) continue;
    wasOpen = true;
    if (why) await tellEnded(inside, booking, offer.id, why);
  }
  return wasOpen;
}

export type OfferedTime = Timed & { assessorId: string };

export type Offering = ActedBy & {
  bookingId: string;
  plan: Pick<VisitPlan, "minutes" | "mode" | "place">;
  times: readonly OfferedTime[];
  /** A UTC instant; null for the usual time, at most until the first of the times. */
  until: string | null;
  decided?: Decided;
  addressesSeen?: readonly string[] | undefined;
};

export type OfferProblem =
  | Refused<KeptNow | "closed" | "has-visit" | "past" | "count" | "deadline">
  | { ok: false; problem: "not-free"; when: string }
  | ({ ok: false } & NotYet);

/** Offers the referrer of a booking some times, each held for its assessor until one is chosen. A newer offer takes the
 * place of the older. */
export function offerTimes(deps: Deps, offering: Offering) {
  const { bookingId, plan, decided } = offering;
  const keyOf = ({ assessorId, day, start }: OfferedTime) => `${assessorId} ${day} ${start}`;
  const times = [...new Map(offering.times.map((time) => [keyOf(time), time])).values()];
  type Offered = { ok: true; offerId: string } | OfferProblem;
  return changeBooking(deps, { bookingId, by: offering }, async (inside, booking): Promise<Offered> => {
    const now = inside.clock.now();
    if (times.length < MIN_TIMES || times.length > MAX_TIMES) return refused("count");
    if (!isToCome(booking.status)) return refused("closed");
    if (upcomingVisit(await visitsOfBooking(inside, bookingId), now)) return refused("has-visit");
    const first = Math.min(...times.map(({ day, start }) => instantOf(day, start)));
    if (first <= now.getTime()) return refused("past");
    const usual = Math.min(first, now.getTime() + USUAL_HOURS_TO_CHOOSE * HOUR_MS);
    const until = offering.until ?? new Date(usual).toISOString();
    if (until <= now.toISOString() || Date.parse(until) > first) return refused("deadline");
    const way = { ...(await readInTheWay(inside, booking)), askedDate: null };
    for (const { day } of times) {
      const notYet = whyNotYet(way, day, decided);
      if (notYet) return { ok: false, ...notYet };
    }
    const planned = times.map((time) => ({
      id: keyOf(time),
      assessorId: time.assessorId,
      plan: { ...plan, day: time.day, start: time.start },
    }));
    const free = await freeAmong(inside, booking, planned, { isOffered: false, decided });
    const taken = planned.find(({ id }) => !free.has(id));
    if (taken) return { ok: false, problem: "not-free", when: whenOf(taken.plan) };
    const by = { day: null, decided, by: offering };
    const { columns } = await settleInTheWay(inside, bookingId, way, by);
    if (columns.start_requested) await updateBooking(inside.db, inside, booking, columns);
    await updateStaffFields(inside.db, inside, bookingId, { awaits_contact_since: null });
    await closeOffers(inside, booking);
    const offerId = await putOffer(inside, booking, { ...offering, times, until });
    const offer = (await offersOfBooking(inside, bookingId)).find(({ id }) => id === offerId)!;
    const words = await timesInWords(inside, offer.times);
    await enqueueMail(inside, {
      topic: "times-offered",
      to: booking.referrer_email,
      bookingId,
      dedupeKey: `times-offered:${offerId}`,
      payload: { offerId, times: words, until },
    });
    await recordAudit(inside, offering, "times.offered", ["booking", bookingId], {
      note: `${offer.times.map(whenOf).join("; ")}. Until ${formatInstant(until)}`,
    });
    return { ok: true, offerId };
  });
}

/** Writes an offer with the times that it holds, in the caller's transaction, which has asked whether they are free. */
export async function putOffer(
  inside: Inside,
  booking: BookingRow,
  { plan, times, until, addressesSeen, actor }: Offering & { until: string },
): Promise<string> {
  const [id, created_at] = [inside.ids.uuid(), inside.clock.now().toISOString()];
  await inside.db
    .insertInto("time_offers")
    .values({
      id,
      booking_id: booking.id,
      until,
      state: "open",
      note_sealed: null,
      chosen_id: null,
      ended_at: null,
      offered_by: actor.id,
      created_at,
    })
    .execute();
  const held = { deadlineAt: until, isReferrerTold: true, addressesSeen, actor, offerId: id };
  for (const { assessorId, day, start } of times)
    await putQuestion(inside, booking, { ...held, plan: { ...plan, day, start }, assessorIds: [assessorId] });
  return id;
}

export type ChoiceProblem =
  | Refused<KeptNow | "closed" | "passed" | "ended" | "gone">
  | { ok: false; problem: "agreed"; when: string };

type Chosen = { ok: true } | ChoiceProblem;

/** Why the referrer of a booking cannot choose at all; the open offer where they can. */
async function openOffer(
  inside: Inside,
  booking: BookingRow,
): Promise<{ ok: true; offer: Offer } | ChoiceProblem> {
  const now = inside.clock.now();
  if (!isToCome(booking.status)) return refused("closed");
  const visit = upcomingVisit(await visitsOfBooking(inside, booking.id), now);
  if (visit) return { ok: false, problem: "agreed", when: whenOf(visit) };
  const [offer] = await offersOfBooking(inside, booking.id);
  if (offer && isOfferOpen(offer, now)) return { ok: true, offer };
  return refused(offer?.state === "open" || offer?.state === "expired" ? "passed" : "ended");
}

type Choosing = ActedBy & { bookingId: string };

/** Agrees the visit at a time that was offered, and lets go of the others. Whoever comes second is told `gone`. */
export async function chooseTime(deps: Deps, { bookingId, timeId, ...by }: Choosing & { timeId: string }) {
  const change = { bookingId, by, bindsReferrer: true as const };
  const chosen = await changeBooking(deps, change, async (inside, booking): Promise<Chosen> => {
    const found = await openOffer(inside, booking);
    if (!found.ok) return found;
    const time = (await stillFree(inside, booking, found.offer.times)).find(({ id }) => id === timeId);
    if (!time) return refused("gone");
    await endOffer(inside, found.offer.id, { state: "chosen", chosen_id: time.id });
    const agreed = await putVisit(inside, booking, {
      ...by,
      plan: time,
      assessorId: assessorOf(time),
      overruled: null,
      isOffered: true,
      decided: { isRequestAnswered: true },
      isReferrerTold: true,
      closes: "agreed",
      addressesSeen: knownIn(time.settled),
    });
    return agreed.ok ? DONE : refused("gone");
  });
  // With the last of the times gone, staff are asked to call.
  if (!chosen.ok && chosen.problem === "gone") await shrinkOffers(deps, bookingId);
  return chosen;
}

/** Notes that none of the times suits, with the referrer's words. Safe to repeat. */
export const refuseTimes = (deps: Deps, { bookingId, note, ...by }: Choosing & { note: string }) =>
  changeBooking(deps, { bookingId, by }, async (inside, booking): Promise<Chosen> => {
    const found = await openOffer(inside, booking);
    if (!found.ok) {
      const isSaid = (await offersOfBooking(inside, bookingId))[0]?.state === "none";
      return isSaid && found.problem === "ended" ? DONE : found;
    }
    const { id } = found.offer;
    await endOffer(inside, id, { state: "none", note_sealed: sealOfferNote(inside.secrets, id, note) });
    await recordAudit(inside, by, "times.none", ["booking", bookingId]);
    return DONE;
  });

/** Withdraws a booking's offer and tells the referrer; of one that has ended, staff have seen to it. Safe to repeat. */
export const withdrawOffer = (deps: Deps, { bookingId, ...by }: Choosing): Promise<Result<KeptNow>> =>
  changeBooking(deps, { bookingId, by }, async (inside, booking) => {
    const wasOpen = await closeOffers(inside, booking, "withdrawn");
    if (wasOpen) await recordAudit(inside, by, "times.withdrawn", ["booking", bookingId]);
    return DONE;
  });

/** Ends the offers that nobody chose from in time, and lets go of times that their assessor can no longer keep: of all
 * bookings, or of one. The last one gone ends the offer. */
export async function shrinkOffers(deps: Deps, only?: string): Promise<void> {
  const open = await deps.db
    .selectFrom("time_offers")
    .select(["booking_id"])
    .where("state", "=", "open")
    .$if(only !== undefined, (query) => query.where("booking_id", "=", only!))
    .execute();
  for (const { booking_id: bookingId } of open) {
    const shown = await findBooking(deps.db, bookingId);
    if (!shown || (await goneOf(deps, shown)) === null) continue;
    await changeBooking(deps, { bookingId, by: BY_SYSTEM }, async (inside, booking) => {
      const found = await goneOf(inside, booking);
      if (found === null) return DONE;
      const { offer, gone, isOver, isLast } = found;
      for (const timeId of gone) await letGo(inside, offer.id, timeId);
      if (isOver || isLast) await endOffer(inside, offer.id, { state: "expired" });
      if (isLast && !isOver) await tellEnded(inside, booking, offer.id, "gone");
      if (isLast || isOver)
        await recordAudit(inside, BY_SYSTEM, "times.ended", ["booking", bookingId], {
          note: isOver ? "Nobody chose in time" : "No time is free any more",
        });
      return DONE;
    });
  }
}

/** The open offer of a booking with the times that are free no more; null while nothing is to be done about it. */
async function goneOf(deps: ReadDeps, booking: BookingRow) {
  const now = deps.clock.now();
  const offer = (await offersOfBooking(deps, booking.id)).find(({ state }) => state === "open");
  if (!offer) return null;
  const held = offer.times.filter(({ closed_at }) => closed_at === null);
  const isOver = !isOfferOpen(offer, now);
  const free = isOver ? [] : await stillFree(deps, booking, held);
  const gone = held.filter((time) => !free.includes(time)).map(({ id }) => id);
  return isOver || gone.length > 0 ? { offer, gone, isOver, isLast: free.length === 0 } : null;
}
