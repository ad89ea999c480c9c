import { byIds } from "#app/kit/pieces.server.ts";
import { assessorsById, daysOffBetween } from "#app/features/assessors/assessors.server.ts";
import { isClosedDay } from "#app/features/booking/fields/closed-days.server.ts";
import type { BookingRow } from "#app/features/booking/fields/tables.ts";
import { linesByBooking } from "#app/features/booking/record/queries.server.ts";
import { allRestrictions } from "#app/features/data-protection/restrictions.server.ts";
import { findSavedReferrals } from "#app/features/referral/saved-referral.server.ts";
import type { Deps } from "#app/deps.server.ts";
import type { Executor } from "#app/platform/database.server.ts";
import { londonDate, type IsoDate } from "#app/platform/dates.ts";
import { addressesOf, readAddresses } from "./addresses.server.ts";
import {
  isAboutAssessor,
  isAboutPlace,
  knownAddress,
  openProblems,
  placeProblemsOf,
  problemsOf,
  readSettled,
  settledKey,
  type VisitProblem,
} from "./visit-problems.ts";
import { conflictsOfInterest } from "#app/features/visits/person/conflicts.server.ts";
import { visitsBetween, type ListedVisit } from "#app/features/visits/record/find-visits.server.ts";
import { visitLanguage } from "#app/features/visits/person/needs.ts";
import { hasEnded } from "#app/features/visits/record/visit-times.ts";
import type { ReadDeps } from "./who-is-free.server.ts";

/** The latest note of each visit's own assessor that they cannot come, by visit id. */
async function cannotComeNotes(executor: Executor, visits: readonly ListedVisit[]) {
  const assessorOf = new Map(visits.map(({ id, assessor_id }) => [id, assessor_id]));
  const rows = await byIds(assessorOf.keys(), (piece) =>
    executor
      .selectFrom("visit_notes")
      .select(["id", "visit_id", "written_by", "written_at"])
      .where("kind", "=", "cannot-come")
      .where("visit_id", "in", piece)
      .orderBy("written_at")
      .orderBy("id")
      .execute(),
  );
  const own = rows.filter(({ visit_id, written_by }) => assessorOf.get(visit_id) === written_by);
  return new Map(own.map(({ id, visit_id, written_at }) => [visit_id, { id, at: written_at }]));
}

type Scope = {
  /** All agreed visits of these assessors on the days of `visits`, when the caller has read them. */
  planned?: readonly ListedVisit[];
  /** Looks for conflicts of interest in each visit, not only in those whose other parties were saved since. */
  isThorough?: boolean;
};

/** Why the assessors of these visits cannot come, and what is in doubt about their places, by visit id, whether or
 * not staff said that it may stay. A few queries for any number of visits, and some more for each whose other
 * parties were saved since it was agreed. */
export async function visitProblems(
  deps: ReadDeps,
  visits: readonly ListedVisit[],
  { planned, isThorough = false }: Scope = {},
): Promise<Map<string, VisitProblem[]>> {
  if (visits.length === 0) return new Map();
  const days = visits.map(({ day }) => day).toSorted();
  const span = { from: days[0]!, until: days.at(-1)! };
  const assessors = await assessorsById(
    deps,
    visits.map(({ assessor_id }) => assessor_id),
  );
  const assessorIds = [...assessors.keys()];
  const off = await daysOffBetween(deps, assessorIds, span);
  const others = planned ?? (await visitsBetween(deps, { ...span, assessorIds }));
  const bookingIds = [...new Set(visits.map(({ booking_id }) => booking_id))];
  const bookings = await bookingsById(deps.db, bookingIds);
  const linesOf = await linesByBooking(deps.db, [...bookings.values()]);
  const restrictions = (await allRestrictions(deps.db)).filter(({ kind }) => kind === "restriction");
  const notes = await cannotComeNotes(deps.db, visits);
  const referrals = await findSavedReferrals(deps.db, deps.secrets, bookingIds, [
    ...(["personalDetails", "communicationAids", "litigate"] as const),
  ]);
  const ofDay = Map.groupBy(others, dayOfAssessor);
  const found = new Map<string, VisitProblem[]>();
  for (const visit of visits) {
    const { id, assessor_id, booking_id, day } = visit;
    const assessor = assessors.get(assessor_id);
    const booking = bookings.get(booking_id);
    if (!assessor || !booking) continue;
    const sections = referrals.get(booking_id)?.sections;
    const isComparedAgain = isThorough || (sections?.litigate?.updatedAt ?? "") > visit.created_at;
    const conflicts = isComparedAgain
      ? ((await conflictsOfInterest(deps, booking)).get(assessor_id) ?? [])
      : [];
    const problems = problemsOf({
      assessor,
      wanted: {
        ...visit,
        assessments: (linesOf.get(booking_id) ?? []).map(({ assessment_id }) => assessment_id),
        language: visitLanguage((section) => sections?.[section]?.answers ?? {}),
      },
      day: {
        visits: (ofDay.get(dayOfAssessor(visit)) ?? []).filter((other) => isBefore(other, visit)),
        // An agreed visit often stands in its assessor's own calendar, too.
        busy: [],
        isOff: off.some(
          ({ userId, fromOn, untilOn }) => userId === assessor_id && fromOn <= day && day <= untilOn,
        ),
        isClosed: isClosedDay(day),
        conflicts,
      },
      isRestricted: restrictions.some(
        ({ booking_id: bookingId, email_key }) =>
          bookingId === booking_id || (email_key !== null && email_key === booking.referrer_email_key),
      ),
      cannotCome: notes.get(id) ?? null,
    });
    const addresses = addressesOf(deps.secrets, booking, sections?.personalDetails?.answers);
    const isVirtual = booking.is_virtual === 1;
    found.set(id, [...problems, ...placeProblemsOf(visit, { isVirtual, addresses })]);
  }
  return found;
}

const dayOfAssessor = ({ assessor_id, day }: ListedVisit) => `${assessor_id} ${day}`;

/** Whether another visit of that day was agreed first: what comes on top of the most visits a day was agreed last. */
const isBefore = (other: ListedVisit, visit: ListedVisit) =>
  other.created_at < visit.created_at || (other.created_at === visit.created_at && other.id < visit.id);

/** Columns that visits are compared with, and no other: there are many visits to come. */
async function bookingsById(executor: Executor, ids: readonly string[]) {
  const rows = await byIds(ids, (piece) =>
    executor
      .selectFrom("bookings")
      .select(["id", "is_virtual", "assessment_location", "client_details_sealed", "referrer_email_key"])
      .select(["client_first_name", "client_last_name", "referrer_organisation"])
      .where("id", "in", piece)
      .execute(),
  );
  return new Map(rows.map((row) => [row.id, row]));
}

export type TroubledVisit = ListedVisit & { problems: VisitProblem[] };

type Wanted = {
  from?: IsoDate;
  until?: IsoDate;
  assessorIds?: readonly string[];
  bookingIds?: readonly string[];
};

/** Visits to come with problems that nobody has settled, the soonest first. */
export async function troubledVisits(
  deps: ReadDeps & Pick<Deps, "clock">,
  { from = londonDate(deps.clock.now()), ...wanted }: Wanted = {},
  scope: Omit<Scope, "planned"> = {},
): Promise<TroubledVisit[]> {
  const now = deps.clock.now();
  const planned = await visitsBetween(deps, { from, ...wanted });
  const toCome = planned.filter((visit) => !hasEnded(visit, now));
  const isWhole = wanted.bookingIds === undefined;
  const found = await visitProblems(deps, toCome, { ...scope, ...(isWhole && { planned }) });
  return toCome.flatMap((visit) => {
    const problems = openProblems(found.get(visit.id) ?? [], visit);
    return problems.length > 0 ? [{ ...visit, problems }] : [];
  });
}

/** The visits that have problems of one kind, with these alone. */
export const withProblems = (
  visits: readonly TroubledVisit[],
  isWanted: (problem: VisitProblem) => boolean,
) =>
  visits.flatMap((visit) => {
    const problems = visit.problems.filter(isWanted);
    return problems.length > 0 ? [{ ...visit, problems }] : [];
  });

export type Settling = {
  /** `seen`: whoever changes the visit has seen what speaks against its assessor. `accepted`: the assessor knows of
   * their own day; of a conflict of interest staff decide. `kept`: nobody looked at it. */
  assessor: "seen" | "accepted" | "kept";
  /** Keys of the addresses that were shown when the place was decided; without a form, `present` stands for those on
   * record. `kept`: nobody looked at it. */
  addresses: readonly string[] | "present" | "kept";
};

/** Keeps what was decided with a change of a visit, in its transaction: nobody is asked about it again. */
export async function settlePresent(
  deps: Deps,
  { id, day, booking }: { id: string; day: IsoDate; booking: BookingRow },
  { assessor, addresses }: Settling,
): Promise<void> {
  const span = { from: day, until: day, bookingIds: [booking.id] };
  const visit = (await visitsBetween(deps, span)).find((one) => one.id === id)!;
  const problems = (await visitProblems(deps, [visit], { isThorough: true })).get(id) ?? [];
  const open = openProblems(problems, visit);
  const hidden = problems.filter((problem) => !open.includes(problem)).map(settledKey);
  const before = [...(readSettled(visit.settled) ?? []), ...hidden];
  const isOfPlace = (key: string) => isAboutPlace({ code: key.split(":")[0] as VisitProblem["code"] });
  const seen = problems
    .filter(({ code }) => assessor === "seen" || code !== "conflict")
    .filter(isAboutAssessor)
    .map(settledKey);
  const known =
    addresses === "present" ? (await readAddresses(deps, booking)).map(({ keys }) => keys[0]!) : addresses;
  const kind = problems.filter(({ code }) => code === "other-kind").map(settledKey);
  await keepSettled(deps.db, id, [
    ...(assessor === "kept" ? before.filter((key) => !isOfPlace(key)) : seen),
    ...(known === "kept" ? before.filter(isOfPlace) : [...known.map(knownAddress), ...kind]),
  ]);
}

/** Writes the problems of a visit that may stay; the time of the visit's last change does not move. */
export async function keepSettled(trx: Executor, visitId: string, keys: readonly string[]): Promise<void> {
  const settled = JSON.stringify([...new Set(keys)]);
  await trx.updateTable("visits").set({ settled }).where("id", "=", visitId).execute();
}
