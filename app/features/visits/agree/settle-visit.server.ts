import type { Deps } from "#app/deps.server.ts";
import { assessorsById } from "#app/features/assessors/assessors.server.ts";
import { recordAudit, type ActedBy } from "#app/features/audit/record-audit.server.ts";
import {
  changeBooking,
  DONE,
  refused,
  type Result,
} from "#app/features/booking/record/change-booking.server.ts";
import { findBooking } from "#app/features/booking/record/find-booking.server.ts";
import { handOverPage } from "#app/features/visits/plan/ask-first.server.ts";
import {
  isAboutAssessor,
  isAboutPlace,
  maySettle,
  openProblems,
  readSettled,
  settledKey,
  type VisitProblem,
} from "#app/features/visits/plan/visit-problems.ts";
import {
  visitProblems,
  keepSettled,
  troubledVisits,
} from "#app/features/visits/plan/visit-problems.server.ts";
import { readAddresses } from "#app/features/visits/plan/addresses.server.ts";
import { moveVisit, type VisitResult } from "./change-visit.server.ts";
import { findVisit, visitsBetween, type Visit } from "#app/features/visits/record/find-visits.server.ts";
import { inOneLine } from "#app/features/visits/record/fit.ts";
import { isWholeAddress } from "#app/features/visits/record/visit-place.ts";
import { hasEnded, whenOf } from "#app/features/visits/record/visit-times.ts";

const toShown = (problem: VisitProblem) => ({
  key: settledKey(problem),
  words: problem.words,
  maySettle: maySettle(problem),
});

/** Problems of a booking's visit to come, for staff: why its assessor cannot come, and what is in doubt about its
 * place. Null when there is nothing to settle. */
export async function readTrouble(deps: Deps, bookingId: string) {
  const [visit] = await troubledVisits(deps, { bookingIds: [bookingId] }, { isThorough: true });
  if (!visit) return null;
  const assessor = (await assessorsById(deps, [visit.assessor_id])).get(visit.assessor_id);
  const booking = (await findBooking(deps.db, bookingId))!;
  return {
    visitId: visit.id,
    when: whenOf(visit),
    place: visit.place,
    assessor: assessor?.name ?? "Somebody",
    handOver: handOverPage(visit.assessor_id, visit.day, visit.day),
    ofAssessor: visit.problems.filter(isAboutAssessor).map(toShown),
    ofPlace: visit.problems.filter(isAboutPlace).map((problem) => ({
      ...toShown(problem),
      addressKey: problem.key,
      /** Offered in place of the agreed one. */
      isWhole: problem.address ? isWholeAddress(problem.address.address) : false,
      address: problem.address?.address ?? null,
    })),
    addressKeys: (await readAddresses(deps, booking)).map(({ keys }) => keys[0]!),
  };
}

export type Trouble = NonNullable<Awaited<ReturnType<typeof readTrouble>>>;

/** Why a visit was not moved to an address on record. */
export type Unplaced = Exclude<Extract<VisitResult, { ok: false }>, { problem: "not-found" }>;

type Place = ActedBy & {
  visit: Visit;
  key: string;
  version: number;
  seen: string[];
  isReferrerTold: boolean;
};

/** Staff have the visit take place at an address on record, `key`: as for a move of its place, its assessor and, if
 * told, the referrer hear of it. Addresses that came after `seen` are asked about again. Refused when the records have
 * the address no more. */
export async function placeVisitAt(
  deps: Deps,
  { visit, key, seen, ...change }: Place,
): Promise<Result<"changed-address"> | { ok: false; problem: "not-placed"; why: Unplaced }> {
  const booking = await findBooking(deps.db, visit.booking_id);
  const wanted = booking && (await readAddresses(deps, booking)).find(({ keys }) => keys.includes(key));
  if (!wanted) return refused("changed-address");
  const moved = await moveVisit(deps, {
    ...change,
    bookingId: visit.booking_id,
    overruled: null,
    addressesSeen: seen,
    isPlaceOnly: true,
    plan: { ...visit, place: wanted.address },
  });
  if (moved.ok) return DONE;
  return moved.problem === "not-found"
    ? refused("changed-address")
    : { ok: false, problem: "not-placed", why: moved };
}

/** Staff say that a visit may stay as it is although `keys` are open: they are asked about it again only for another
 * problem. One that lasts stays open. Safe to repeat. */
export function settleVisit(
  deps: Deps,
  { visit: shown, keys, ...by }: ActedBy & { visit: Visit; keys: readonly string[] },
) {
  const { id: visitId, booking_id: bookingId } = shown;
  return changeBooking(deps, { bookingId, by }, async (inside) => {
    const found = await findVisit(inside, visitId);
    if (!found || hasEnded(found, inside.clock.now())) return refused("nothing-open");
    const { day } = found;
    const span = { from: day, until: day, bookingIds: [bookingId] };
    const visit = (await visitsBetween(inside, span)).find(({ id }) => id === visitId);
    if (!visit) return refused("nothing-open");
    const present = (await visitProblems(inside, [visit], { isThorough: true })).get(visitId) ?? [];
    const open = openProblems(present, visit);
    const settled = open.filter((problem) => maySettle(problem) && keys.includes(settledKey(problem)));
    if (settled.length === 0) return refused("nothing-open");
    const hidden = present.filter((problem) => !open.includes(problem));
    await keepSettled(inside.db, visitId, [
      ...(readSettled(visit.settled) ?? []),
      ...[...hidden, ...settled].map(settledKey),
    ]);
    const note = `${whenOf(visit)}: ${inOneLine(settled)}`;
    await recordAudit(inside, by, "visit.settled", ["booking", bookingId], { note });
    return DONE;
  });
}
