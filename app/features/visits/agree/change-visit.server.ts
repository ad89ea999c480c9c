import { assessorsById, findAssessor, type Assessor } from "#app/features/assessors/assessors.server.ts";
import { recordAudit, type ActedBy } from "#app/features/audit/record-audit.server.ts";
import { changeBooking, type Inside } from "#app/features/booking/record/change-booking.server.ts";
import { isToCome } from "#app/features/booking/fields/status.ts";
import type { BookingRow } from "#app/features/booking/fields/tables.ts";
import { contactDueAfter } from "#app/features/booking/record/contact-promise.ts";
import { endRequests } from "#app/features/booking/record/requests.server.ts";
import { updateBooking } from "#app/features/booking/record/write-booking.server.ts";
import type { Deps } from "#app/deps.server.ts";
import type { Executor } from "#app/platform/database.server.ts";
import {
  busyBeside,
  openQuestionsBetween,
  takenFor,
  visitsBetween,
  withHeld,
  sealVisitPlace,
  visitsOfBooking,
  type Visit,
} from "#app/features/visits/record/find-visits.server.ts";
import type { AfterCancelling } from "./after-cancelling.ts";
import { noteFreed } from "#app/features/visits/record/freed-times.server.ts";
import { passVisit } from "#app/features/visits/record/former-assessors.server.ts";
import { blocksOf, travelOf, type Block } from "#app/features/visits/record/fit.ts";
import { readInTheWay, settleInTheWay } from "#app/features/visits/plan/in-the-way.server.ts";
import { whyNotYet, type Decided, type NotYet } from "#app/features/visits/plan/in-the-way.ts";
import { upcomingVisit } from "#app/features/visits/record/stage.ts";
import { closeQuestions, tellAboutVisit } from "./visit-mails.server.ts";
import type { VisitQuestionRow } from "#app/features/visits/record/tables.ts";
import type { VisitPlan } from "#app/features/visits/record/visit-plan.ts";
import { settlePresent } from "#app/features/visits/plan/visit-problems.server.ts";
import { daysAround, hasBegun, hasEnded, whenOf } from "#app/features/visits/record/visit-times.ts";

/** Codes of a refusal; `visitRefusal` has the words. `overlap` and `barred` come with the reason in words. */
export type VisitProblem =
  | { problem: "not-found" | "restricted" | "erased" | "changed-since" }
  | { problem: "closed" | "has-visit" | "no-visit" | "not-over" | "past" }
  | { problem: "unknown-assessor" | "same-assessor" }
  | { problem: "overlap" | "barred"; reason: string }
  | NotYet;

export type VisitResult = { ok: true; visitId: string } | ({ ok: false } & VisitProblem);

/** An Administrator's reason for a visit that overlaps another; null refuses it. */
export type Overruled = { reason: string } | null;

type Change = ActedBy & {
  bookingId: string;
  /** The version of the booking on screen. */
  version: number;
  isReferrerTold: boolean;
  /** Written in the transaction of the change, if it succeeds. */
  alsoWrite?: (inside: Inside) => Promise<void>;
};

type Placed = { overruled: Overruled; decided?: Decided };

const refuse = (problem: Exclude<VisitProblem["problem"], "overlap" | "barred" | NotYet["problem"]>) =>
  ({ ok: false, problem }) as const;

/** Changes a booking's visits while the booking is as the form showed it. */
const changeVisits = (
  deps: Deps,
  { bookingId, version, alsoWrite, ...by }: Omit<Change, "isReferrerTold">,
  work: (inside: Inside, booking: BookingRow, visits: Visit[]) => Promise<VisitResult>,
): Promise<VisitResult> =>
  changeBooking(deps, { bookingId, version, by }, async (inside, booking): Promise<VisitResult> => {
    const done = await work(inside, booking, await visitsOfBooking(inside, booking.id));
    if (done.ok) await alsoWrite?.(inside);
    return done;
  });

type ReadDeps = Pick<Deps, "clock" | "secrets" | "settings"> & { db: Executor };

type Around = {
  exceptId: string | null;
  overruled: Overruled;
  isBusySettled?: boolean;
  bookingId: string;
  isOffered?: boolean | undefined;
};

/** Why the assessor cannot have the visit. The transaction that writes it asks: writers take turns. */
async function whyNot(
  inside: ReadDeps,
  assessor: Assessor,
  plan: VisitPlan,
  { exceptId, overruled, isBusySettled = false, ...of }: Around,
): Promise<({ ok: false } & VisitProblem) | null> {
  if (!assessor.isActive) return refuse("unknown-assessor");
  const span = daysAround(plan.day);
  const visits = await visitsBetween(inside, { ...span, assessorIds: [assessor.id] });
  const busy = isBusySettled ? new Map() : await busyBeside(inside, [assessor.id], span, visits);
  const questions = await openQuestionsBetween(inside, span, inside.clock.now());
  const taken = withHeld(busy, questions, [assessor]).get(assessor.id);
  const blocks: Block[] = blocksOf(
    ...([assessor, plan] as const),
    visits.filter(({ id }) => id !== exceptId),
    takenFor(taken, of),
  );
  const block = blocks.find(({ kind }) => kind === "barred" || overruled === null);
  return block ? { ok: false, problem: block.kind, reason: block.reason } : null;
}

const overruledNote = (overruled: Overruled) =>
  overruled ? `. Booked although it overlaps. Reason: ${overruled.reason}` : "";

/** Keys of the addresses on record that were shown with the plan; without them, those of the moment count as seen. */
type AddressesSeen = readonly string[] | undefined;

type Agreement = ActedBy & {
  plan: VisitPlan;
  assessorId: string;
  isReferrerTold: boolean;
  overruled: Overruled;
  /** The reason to enter a visit that was held before; empty for none. Refuses a past time without one. */
  heldReason?: string | undefined;
  decided?: Decided;
  addressesSeen?: AddressesSeen;
  /** The assessor accepts the time: their own calendar is not in the way. */
  isByAssessor?: boolean;
  /** The referrer chooses among offered times. */
  isOffered?: boolean;
  /** How the booking's open questions end. */
  closes: Exclude<VisitQuestionRow["closed_as"], null | "closed">;
};

type Wanted = Pick<
  Agreement,
  "plan" | "assessorId" | "overruled" | "heldReason" | "decided" | "isByAssessor" | "isOffered"
>;

/** Everything that `putVisit` asks before it writes: a page that offers a visit asks it, too. */
export async function checkVisit(inside: ReadDeps, booking: BookingRow, wanted: Wanted) {
  const { plan, assessorId, overruled, heldReason = "" } = wanted;
  const now = inside.clock.now();
  if (!isToCome(booking.status)) return refuse("closed");
  const visits = await visitsOfBooking(inside, booking.id);
  if (upcomingVisit(visits, now)) return refuse("has-visit");
  const isHeld = hasEnded(plan, now);
  if (isHeld && heldReason === "") return refuse("past");
  const way = await readInTheWay(inside, booking);
  // A visit that was held is entered as it was.
  const notYet = isHeld ? null : whyNotYet(way, plan.day, wanted.decided);
  if (notYet) return { ok: false, ...notYet } as const;
  const assessor = await findAssessor(inside, assessorId);
  if (!assessor) return refuse("unknown-assessor");
  const isBusySettled = isHeld || wanted.isByAssessor === true;
  const problem = await whyNot(inside, assessor, plan, {
    exceptId: null,
    overruled,
    isBusySettled,
    bookingId: booking.id,
    isOffered: wanted.isOffered,
  });
  return problem ?? ({ ok: true, visits, way, assessor, isHeld } as const);
}

/** Writes an agreed visit, confirms the booking and ends its open questions, in the caller's transaction. */
export async function putVisit(
  inside: Inside,
  booking: BookingRow,
  agreement: Agreement,
): Promise<VisitResult> {
  const { plan, overruled, heldReason = "" } = agreement;
  const now = inside.clock.now();
  const checked = await checkVisit(inside, booking, agreement);
  if (!checked.ok) return checked;
  const { visits, way, assessor, isHeld } = checked;
  const id = inside.ids.uuid();
  await inside.db
    .insertInto("visits")
    .values({
      id,
      booking_id: booking.id,
      number: 1 + visits.filter(({ ended_as }) => ended_as !== "cancelled").length,
      ...columnsOf(inside, id, plan, assessor),
      settled: "[]",
      ended_as: null,
      ended_at: null,
      created_at: now.toISOString(),
    })
    .execute();
  const assessorsDay = agreement.closes === "accepted" ? "accepted" : "seen";
  const seen = { assessor: assessorsDay, addresses: agreement.addressesSeen ?? "present" } as const;
  await settlePresent(inside, { id, booking, day: plan.day }, seen);
  const closing = { bookingId: booking.id, as: agreement.closes, exceptAssessorId: assessor.id };
  await closeQuestions(inside, closing);
  const settling = { day: plan.day, decided: agreement.decided, by: agreement };
  const { columns, answered } = await settleInTheWay(inside, booking.id, way, settling);
  const updated = await updateBooking(inside.db, inside, booking, {
    ...columns,
    status: "confirmed",
    awaits_contact_since: contactDueAfter("confirmed", booking, now),
  });
  const { isReferrerTold } = agreement;
  await tellAboutVisit(inside, { what: "agreed", booking: updated!, visitId: id, answered, isReferrerTold });
  const why = isHeld ? `. Entered afterwards. Reason: ${heldReason}` : "";
  await recordAudit(inside, agreement, "visit.agreed", ["booking", booking.id], {
    changedFields: booking.status === "confirmed" ? [] : ["status"],
    note: `${whenOf(plan)}, with ${assessor.name}${why}${overruledNote(overruled)}`,
  });
  return { ok: true, visitId: id };
}

/** The columns of a visit that a change of its plan or assessor writes. */
function columnsOf({ secrets, clock }: Deps, id: string, plan: VisitPlan, assessor: Assessor) {
  const { day, start, minutes, mode, place } = plan;
  const { before, after } = travelOf(assessor, mode);
  return {
    day,
    start,
    minutes,
    is_virtual: mode === "virtual" ? (1 as const) : (0 as const),
    place_sealed: sealVisitPlace(secrets, id, place),
    assessor_id: assessor.id,
    travel_before_minutes: before,
    travel_after_minutes: after,
    updated_at: clock.now().toISOString(),
  };
}

/** Agrees a visit of a booking that has none to come, or, with a reason, enters one that was held before. */
export const agreeVisit = (
  deps: Deps,
  change: Change &
    Placed & { plan: VisitPlan; assessorId: string } & Pick<Agreement, "heldReason" | "addressesSeen">,
): Promise<VisitResult> =>
  changeVisits(deps, change, (inside, booking) => putVisit(inside, booking, { ...change, closes: "agreed" }));

type Moved = {
  /** Nobody looked at whether the assessor is free. */
  isPlaceOnly?: boolean;
  /** Who goes then; without it, the same assessor. */
  assessorId?: string;
};

/** Moves the visit to come to another time or place. */
export function moveVisit(
  deps: Deps,
  change: Change &
    Placed & { plan: VisitPlan; addressesSeen?: AddressesSeen } & Pick<Moved, "isPlaceOnly" | "assessorId">,
): Promise<VisitResult> {
  const { plan, overruled } = change;
  return changeVisits(deps, change, async (inside, booking, visits) => {
    const visit = upcomingVisit(visits, deps.clock.now());
    if (!visit) return refuse("no-visit");
    if (hasEnded(plan, deps.clock.now())) return refuse("past");
    const isSameTime = plan.day === visit.day && plan.start === visit.start && plan.minutes === visit.minutes;
    const way = await readInTheWay(inside, booking);
    // Another place on the agreed day and time is no new visit.
    const notYet = isSameTime ? null : whyNotYet(way, plan.day, change.decided);
    if (notYet) return { ok: false, ...notYet };
    const assessorId = change.assessorId ?? visit.assessor_id;
    const assessor = (await assessorsById(inside, [assessorId])).get(assessorId)!;
    const isPassed = assessorId !== visit.assessor_id;
    // At the same time and of the same kind, the assessor is as free as before.
    const problem =
      isSameTime && plan.mode === visit.mode
        ? null
        : await whyNot(inside, assessor, plan, { exceptId: visit.id, overruled, bookingId: booking.id });
    if (problem) return problem;
    const isSamePlace = plan.mode === visit.mode && plan.place === visit.place;
    if (isSameTime && isSamePlace) return { ok: true, visitId: visit.id };
    if (isPassed) await passVisit(inside.db, inside, visit, assessorId);
    if (isPassed || !isSameTime) await noteFreed(inside, visit);
    const moved = columnsOf(deps, visit.id, plan, assessor);
    await inside.db.updateTable("visits").set(moved).where("id", "=", visit.id).execute();
    await settlePresent(
      inside,
      { id: visit.id, booking, day: plan.day },
      { assessor: change.isPlaceOnly ? "kept" : "seen", addresses: change.addressesSeen ?? "present" },
    );
    const settling = { day: plan.day, decided: change.decided, by: change };
    const { columns, answered } = isSameTime
      ? { columns: {} }
      : await settleInTheWay(inside, booking.id, way, settling);
    const updated = await updateBooking(inside.db, inside, booking, columns);
    await tellAboutVisit(inside, {
      what: "moved",
      booking: updated!,
      visitId: visit.id,
      former: visit,
      isTimeKept: isSameTime,
      ...(isPassed && { formerAssessorId: visit.assessor_id }),
      answered,
      isReferrerTold: change.isReferrerTold,
    });
    const withWhom = isPassed ? `, with ${assessor.name}` : "";
    const changed = { visitTime: !isSameTime, visitPlace: !isSamePlace, assessor: isPassed };
    await recordAudit(inside, change, "visit.moved", ["booking", booking.id], {
      changedFields: Object.entries(changed).flatMap(([name, isChanged]) => (isChanged ? [name] : [])),
      note: `${isSameTime ? "" : `${whenOf(visit)} to `}${whenOf(plan)}${withWhom}${overruledNote(overruled)}`,
    });
    return { ok: true, visitId: visit.id };
  });
}

/** Gives the visit to come to another assessor; time and place stay. */
export const reassignVisit = (deps: Deps, change: Change & Placed & { assessorId: string; reason: string }) =>
  changeVisits(deps, change, async (inside, booking, visits) => {
    const visit = upcomingVisit(visits, deps.clock.now());
    if (!visit) return refuse("no-visit");
    if (visit.assessor_id === change.assessorId) return refuse("same-assessor");
    const assessor = await findAssessor(inside, change.assessorId);
    if (!assessor) return refuse("unknown-assessor");
    const { overruled } = change;
    const around = { exceptId: visit.id, overruled, bookingId: booking.id };
    const problem = await whyNot(inside, assessor, visit, around);
    if (problem) return problem;
    await passVisit(inside.db, inside, visit, assessor.id);
    await noteFreed(inside, visit, { isForStaff: true });
    const given = columnsOf(deps, visit.id, visit, assessor);
    await inside.db.updateTable("visits").set(given).where("id", "=", visit.id).execute();
    const shown = { id: visit.id, booking, day: visit.day };
    await settlePresent(inside, shown, { assessor: "seen", addresses: "kept" });
    const updated = await updateBooking(inside.db, inside, booking, {});
    await tellAboutVisit(inside, {
      what: "reassigned",
      booking: updated!,
      visitId: visit.id,
      formerAssessorId: visit.assessor_id,
      isReferrerTold: change.isReferrerTold,
    });
    const before = (await assessorsById(inside, [visit.assessor_id])).get(visit.assessor_id);
    const why = change.reason === "" ? "" : `. Reason: ${change.reason}`;
    await recordAudit(inside, change, "visit.reassigned", ["booking", booking.id], {
      changedFields: ["assessor"],
      note: `${before?.name ?? "Somebody"} to ${assessor.name}${why}${overruledNote(overruled)}`,
    });
    return { ok: true, visitId: visit.id };
  });

/** Cancels the visit to come. The booking waits for another one, or is cancelled with it. */
export const cancelVisit = (deps: Deps, change: Change & { after: AfterCancelling; reason: string }) =>
  changeVisits(deps, change, async (inside, booking, visits) => {
    const visit = upcomingVisit(visits, deps.clock.now());
    if (!visit) return refuse("no-visit");
    await endVisit(inside, visit, "cancelled");
    const isCancelled = change.after === "cancel-booking";
    const updated = await updateBooking(inside.db, inside, booking, {
      status: isCancelled ? "cancelled" : "pending",
      awaits_contact_since: isCancelled ? null : deps.clock.now().toISOString(),
    });
    if (isCancelled) await closeQuestions(inside, { bookingId: booking.id, as: "closed" });
    const ended = isCancelled ? await endRequests(inside, updated!, change) : [];
    await tellAboutVisit(inside, {
      what: "cancelled",
      booking: updated!,
      visitId: visit.id,
      ended,
      isReferrerTold: change.isReferrerTold,
    });
    const why = change.reason === "" ? "" : `. Reason: ${change.reason}`;
    await recordAudit(inside, change, "visit.cancelled", ["booking", booking.id], {
      changedFields: ["status"],
      note: `${whenOf(visit)}. ${isCancelled ? "The booking was cancelled, too" : "Another visit is to be agreed"}${why}`,
    });
    return { ok: true, visitId: visit.id };
  });

async function endVisit(inside: Inside, visit: Visit, endedAs: "cancelled" | "not-held"): Promise<void> {
  if (endedAs === "cancelled") await noteFreed(inside, visit);
  const at = inside.clock.now().toISOString();
  await inside.db
    .updateTable("visits")
    .set({ ended_as: endedAs, ended_at: at, updated_at: at })
    .where("id", "=", visit.id)
    .execute();
}

/** Notes that the last visit, whose time has begun, did not take place: another one is to be agreed. */
export const recordNotHeld = (deps: Deps, change: Omit<Change, "isReferrerTold"> & { reason: string }) =>
  changeVisits(deps, change, async (inside, booking, visits) => {
    const visit = visits.filter(({ ended_as }) => ended_as === null).at(-1);
    if (!visit) return refuse("no-visit");
    if (!hasBegun(visit, deps.clock.now())) return refuse("not-over");
    await endVisit(inside, visit, "not-held");
    await updateBooking(inside.db, inside, booking, {
      awaits_contact_since: isToCome(booking.status) ? deps.clock.now().toISOString() : null,
    });
    await recordAudit(inside, change, "visit.not-held", ["booking", booking.id], {
      note: `${whenOf(visit)}. Reason: ${change.reason}`,
    });
    return { ok: true, visitId: visit.id };
  });

/** The visit of a booking that is to come or under way, in words; null without one. */
export async function visitToComeInWords(inside: Inside, bookingId: string): Promise<string | null> {
  const visit = upcomingVisit(await visitsOfBooking(inside, bookingId), inside.clock.now());
  return visit && whenOf(visit);
}

/** Ends what a booking that is no longer confirmed has to come, in the transaction of its status: the visit is
 * cancelled and open questions are closed. `booking` is as it is now. The assessors concerned are told; the mail about
 * the status tells the referrer. Gives the visit that was cancelled, in words. */
export async function endVisitsOf(inside: Inside, booking: BookingRow, by: ActedBy): Promise<string | null> {
  const at = inside.clock.now();
  await closeQuestions(inside, { bookingId: booking.id, as: "closed" });
  const visit = upcomingVisit(await visitsOfBooking(inside, booking.id), at);
  if (!visit) return null;
  await endVisit(inside, visit, "cancelled");
  await tellAboutVisit(inside, { what: "cancelled", booking, visitId: visit.id, isReferrerTold: false });
  await recordAudit(inside, by, "visit.cancelled", ["booking", booking.id], { note: whenOf(visit) });
  return whenOf(visit);
}
