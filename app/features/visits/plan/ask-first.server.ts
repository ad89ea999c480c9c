import type { Deps } from "#app/deps.server.ts";
import { assessorsById } from "#app/features/assessors/assessors.server.ts";
import { seenIn, type AskFirst, type AtStake } from "#app/features/assessors/visits-at-stake.ts";
import { transact } from "#app/platform/database.server.ts";
import { peopleOf } from "#app/features/booking/record/find-booking.server.ts";
import { isClosedDay } from "#app/features/booking/fields/closed-days.server.ts";
import { londonDate, type IsoDate } from "#app/platform/dates.ts";
import { isAboutAssessor, settledKey } from "./visit-problems.ts";
import { troubledVisits, type TroubledVisit } from "./visit-problems.server.ts";
import { inOneLine } from "#app/features/visits/record/fit.ts";
import { visitsBetween, type ListedVisit } from "#app/features/visits/record/find-visits.server.ts";
import { hasEnded, whenOf } from "#app/features/visits/record/visit-times.ts";

type Scope = {
  assessorIds?: readonly string[];
  bookingIds?: readonly string[];
  /** The assessor who reads the answer; without it, staff do. */
  readerId?: string;
};

class VisitsUnseen extends Error {
  readonly visits: readonly TroubledVisit[];
  constructor(visits: readonly TroubledVisit[]) {
    super("Visits would lose their assessor");
    this.visits = visits;
  }
}

/** The page on which all visits of an assessor from one day on are given to others. */
export const handOverPage = (assessorId: string, from: string, until = "") =>
  `/admin/assessors/${assessorId}/hand-over?${new URLSearchParams({ from, until })}`;

type Shown = ListedVisit & Partial<TroubledVisit>;

async function inWords(deps: Deps, visits: readonly Shown[], readerId?: string): Promise<AtStake> {
  const ids = [...new Set(visits.map(({ assessor_id }) => assessor_id))];
  const assessors = await assessorsById(deps, ids);
  const people = await peopleOf(
    deps,
    visits.map(({ reference }) => reference),
  );
  const [only, ...others] = ids;
  return {
    visits: visits.map((visit) => ({
      id: visit.id,
      reference: visit.reference,
      person: people[visit.reference] ?? "",
      when: whenOf(visit),
      assessor: readerId ? "" : (assessors.get(visit.assessor_id)?.name ?? ""),
      why: inOneLine(visit.problems ?? []),
      page: readerId ? `/assessor/visits/${visit.id}` : `/admin/bookings/${visit.booking_id}`,
    })),
    isOwn: readerId !== undefined,
    handOver:
      readerId || !only || others.length > 0 ? null : handOverPage(only, visits[0]!.day, visits.at(-1)!.day),
  };
}

/** Runs a change that may take visits to come from their assessors, in one transaction: of these assessors, of these
 * bookings, or of all. It is undone when a visit has a new problem that the form did not name. */
export const askFirstOf =
  (deps: Deps, { readerId, ...scope }: Scope): AskFirst =>
  async (form, work) => {
    const seen = seenIn(form);
    try {
      return await transact(deps, async (inside) => {
        const isThorough = scope.bookingIds !== undefined;
        const before = await troubledVisits(inside, scope, { isThorough });
        const done = await work(inside);
        const known = new Map(before.map(({ id, problems }) => [id, new Set(problems.map(settledKey))]));
        const fresh = (await troubledVisits(inside, scope, { isThorough })).flatMap((visit) => {
          const problems = visit.problems.filter(
            (one) => isAboutAssessor(one) && !known.get(visit.id)?.has(settledKey(one)),
          );
          return problems.length > 0 ? [{ ...visit, problems }] : [];
        });
        if (fresh.some(({ id }) => !seen.includes(id))) throw new VisitsUnseen(fresh);
        return done;
      });
    } catch (error) {
      if (!(error instanceof VisitsUnseen)) throw error;
      return { ok: false, problem: "at-stake", atStake: await inWords(deps, error.visits, readerId) };
    }
  };

/** The visits to come of a user who is to lose the account, for the page that asks; null when there is none. */
export async function visitsOfLeaver(deps: Deps, userId: string): Promise<AtStake | null> {
  const now = deps.clock.now();
  const planned = await visitsBetween(deps, { from: londonDate(now), assessorIds: [userId] });
  const toCome = planned.filter((visit) => !hasEnded(visit, now));
  return toCome.length > 0 ? inWords(deps, toCome) : null;
}

/** The visits to come on days on which the practice is about to close and was not closed before, without those in
 * `seen`; null when there is none. */
export async function visitsOnClosing(deps: Deps, closedDays: readonly IsoDate[], seen: readonly string[]) {
  const now = deps.clock.now();
  const days = closedDays.filter((day) => day >= londonDate(now) && !isClosedDay(day)).toSorted();
  if (days.length === 0) return null;
  const planned = await visitsBetween(deps, { from: days[0]!, until: days.at(-1)! });
  const onThem = planned.filter((visit) => days.includes(visit.day) && !hasEnded(visit, now));
  if (onThem.every(({ id }) => seen.includes(id))) return null;
  return inWords(deps, onThem);
}
