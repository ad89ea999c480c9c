import type { Deps } from "#app/deps.server.ts";
import { assessorsById } from "#app/features/assessors/assessors.server.ts";
import { recordAudit, type ActedBy } from "#app/features/audit/record-audit.server.ts";
import { bookingToFill } from "#app/features/booking/record/booking-to-change.server.ts";
import { transact } from "#app/platform/database.server.ts";
import { handOverPage } from "./ask-first.server.ts";
import { maySettle, openProblems, readSettled, settledKey } from "./assessor-problems.ts";
import { assessorProblems, keepSettled, troubledVisits } from "./assessor-problems.server.ts";
import { findVisit, visitsBetween } from "./find-visits.server.ts";
import { inOneLine } from "./fit.ts";
import { hasEnded, whenOf } from "./visit-times.ts";

/** Why the assessor of a booking's visit to come cannot come, for staff; null when there is nothing to settle. */
export async function readTrouble(deps: Deps, bookingId: string) {
  const [visit] = await troubledVisits(deps, { bookingIds: [bookingId] }, { isThorough: true });
  if (!visit) return null;
  const assessor = (await assessorsById(deps, [visit.assessor_id])).get(visit.assessor_id);
  return {
    visitId: visit.id,
    when: whenOf(visit),
    assessor: assessor?.name ?? "Somebody",
    handOver: handOverPage(visit.assessor_id, visit.day, visit.day),
    problems: visit.problems.map((problem) => ({
      key: settledKey(problem),
      words: problem.words,
      maySettle: maySettle(problem),
    })),
  };
}

export type Trouble = NonNullable<Awaited<ReturnType<typeof readTrouble>>>;

/** Staff say that a visit may stay as it is although `keys` are open: they are asked about it again only for another
 * problem. One that lasts stays open. Safe to repeat. Null for an unknown visit. */
export async function settleVisit(
  deps: Deps,
  { visitId, keys, ...by }: ActedBy & { visitId: string; keys: readonly string[] },
): Promise<{ bookingId: string; isRestricted: boolean; isSettled: boolean } | null> {
  return transact(deps.db, async (trx) => {
    const inside = { ...deps, db: trx };
    const found = await findVisit(inside, visitId);
    if (!found) return null;
    const { booking_id: bookingId, day } = found;
    const booking = await bookingToFill(trx, bookingId);
    const done = { bookingId, isRestricted: booking === "restricted", isSettled: false };
    if (typeof booking === "string" || hasEnded(found, deps.clock.now())) return done;
    const span = { from: day, until: day, bookingIds: [bookingId] };
    const visit = (await visitsBetween(inside, span)).find(({ id }) => id === visitId);
    if (!visit) return done;
    const present = (await assessorProblems(inside, [visit], { isThorough: true })).get(visitId) ?? [];
    const open = openProblems(present, visit);
    const settled = open.filter((problem) => maySettle(problem) && keys.includes(settledKey(problem)));
    if (settled.length === 0) return done;
    const hidden = present.filter((problem) => !open.includes(problem));
    await keepSettled(trx, visitId, [
      ...(readSettled(visit.settled) ?? []),
      ...[...hidden, ...settled].map(settledKey),
    ]);
    const note = `${whenOf(visit)}: ${inOneLine(settled)}`;
    await recordAudit(trx, deps, by, "visit.settled", ["booking", bookingId], { note });
    return { ...done, isSettled: true };
  });
}
