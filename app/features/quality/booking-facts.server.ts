import type { Deps } from "#app/deps.server.ts";
import type { BookingRow } from "#app/features/booking/fields/tables.ts";
import { workingDaysBetween } from "#app/features/booking/fields/working-days.server.ts";
import { visitsByBooking } from "#app/features/visits/record/find-visits.server.ts";
import type { NotHeldReason } from "#app/features/visits/record/outcome.ts";
import type { VisitRow } from "#app/features/visits/record/tables.ts";
import { heldOf } from "#app/features/visits/record/visit-records.server.ts";
import { byIds } from "#app/kit/pieces.server.ts";
import type { Executor } from "#app/platform/database.server.ts";
import { londonDate, type IsoDate } from "#app/platform/dates.ts";
import type { Secrets } from "#app/platform/secrets.server.ts";

/** Facts from which figures of bookings are counted: the one home of what each means. */

const HOUR_MS = 3_600_000;

const dayOf = (instant: string) => londonDate(new Date(instant));

type ReadDeps = { db: Executor; clock: Deps["clock"]; secrets: Secrets };
export type CountedBooking = Pick<BookingRow, "id" | "created_at" | "status" | "channel">;

/** The earliest instant of each booking at which its referrer was reached, or a visit was agreed or offered. */
async function firstContacts({ db }: ReadDeps, ids: readonly string[], visits: readonly VisitRow[]) {
  const reached = await byIds(ids, (piece) =>
    db
      .selectFrom("booking_contacts")
      .select(["booking_id", "at"])
      .where("booking_id", "in", piece)
      .where("outcome", "!=", "no-answer")
      .execute(),
  );
  const offered = await byIds(ids, (piece) =>
    db
      .selectFrom("time_offers")
      .select(["booking_id", "created_at as at"])
      .where("booking_id", "in", piece)
      .execute(),
  );
  const agreed = visits.map(({ booking_id, created_at: at }) => ({ booking_id, at }));
  const first = new Map<string, string>();
  for (const { booking_id: id, at } of [...reached, ...agreed, ...offered])
    if (at < (first.get(id) ?? "~")) first.set(id, at);
  return first;
}

/** Versions that were reviewed, the first review on top. */
async function reviewedVersions({ db }: ReadDeps, ids: readonly string[]) {
  const rows = await byIds(ids, (piece) =>
    db
      .selectFrom("reports")
      .select(["id", "booking_id", "version", "kind", "state", "author_id", "reviewed_at"])
      .where("booking_id", "in", piece)
      .where("reviewed_at", "is not", null)
      .orderBy("reviewed_at")
      .orderBy("version")
      .execute(),
  );
  return Map.groupBy(rows, ({ booking_id }) => booking_id);
}

/** Working days between two days, and whether so many have passed by another, remembered: bookings share few days. */
function countedDays() {
  const known = new Map<string, number>();
  return (day: IsoDate, until: IsoDate) => {
    const key = `${day}${until}`;
    const count = known.get(key) ?? workingDaysBetween(day, until);
    known.set(key, count);
    return count;
  };
}

/** A clock in working days. `took` is null while it has not begun or runs; `runsFor` is null then and when it ended. */
export type DaysRun = { took: number | null; runsFor: number | null };

/** The facts of each booking, in their order. */
export async function readFacts<Booking extends CountedBooking>(
  deps: ReadDeps,
  bookings: readonly Booking[],
) {
  const ids = bookings.map(({ id }) => id);
  const now = deps.clock.now();
  const today = londonDate(now);
  const visitsOf = await visitsByBooking(deps.db, ids);
  const visits = [...visitsOf.values()].flat();
  const contacts = await firstContacts(deps, ids, visits);
  const visitIds = visits.map(({ id }) => id);
  const outcomes = await heldOf(deps, visitIds);
  const versionsOf = await reviewedVersions(deps, ids);
  const daysBetween = countedDays();
  const run = (begins: IsoDate | undefined, ends: IsoDate | undefined): DaysRun => ({
    took: begins && ends ? daysBetween(begins, ends) : null,
    runsFor: begins && !ends ? daysBetween(begins, today) : null,
  });
  return bookings.map((booking) => {
    const { id, created_at, status, channel } = booking;
    const own = visitsOf.get(id) ?? [];
    const isHeld = (visit: VisitRow) => (outcomes.get(visit.id)?.held ?? "none") !== "none";
    const held = own.filter(isHeld).toSorted((a, b) => a.day.localeCompare(b.day));
    const notHeld = own
      .filter((visit) => visit.ended_as === "not-held" || outcomes.get(visit.id)?.held === "none")
      .filter((visit) => !isHeld(visit));
    const contactAt = contacts.get(id);
    const versions = versionsOf.get(id) ?? [];
    const released = versions.find(({ state }) => state === "released");
    const reportedOn = released && dayOf(released.reviewed_at!);
    const last = held.findLast(({ day }) => !reportedOn || day <= reportedOn);
    // A visit held in part is followed by another before there is a report.
    const isReady = reportedOn !== undefined || (last && outcomes.get(last.id)!.held === "full");
    return {
      booking,
      isOpen: status !== "cancelled",
      /** Hours to the first contact, or until now while there was none; null where it was taken by telephone. */
      contact:
        channel === "telephone"
          ? null
          : {
              hours: ((contactAt ? Date.parse(contactAt) : now.getTime()) - Date.parse(created_at)) / HOUR_MS,
              isMade: contactAt !== undefined,
            },
      /** Visits that took place, in full or in part, the earliest first. */
      held,
      /** Visits that did not take place, though their time came. */
      notHeld: notHeld.map(({ id: visitId, assessor_id }) => ({
        assessorId: assessor_id,
        reason: (outcomes.get(visitId)?.reason ?? "other") as NotHeldReason,
      })),
      /** Visits that were cancelled, with the working days from then to their day. */
      cancelled: own
        .filter((visit) => visit.ended_as === "cancelled")
        .map(({ assessor_id, ended_at, day }) => ({
          assessorId: assessor_id,
          noticeDays: daysBetween(dayOf(ended_at!), day),
        })),
      versions,
      /** The first release that was not withdrawn. */
      released,
      toVisit: run(dayOf(created_at), held[0]?.day),
      toReport: run(isReady ? last?.day : undefined, reportedOn),
    };
  });
}

export type BookingFacts = Awaited<ReturnType<typeof readFacts>>[number];
