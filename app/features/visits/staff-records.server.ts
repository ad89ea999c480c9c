import type { Deps } from "#app/deps.server.ts";
import { assessorsById } from "#app/features/assessors/assessors.server.ts";
import { findBookingForJob } from "#app/features/booking/record/find-booking.server.ts";
import { findSavedReferrals } from "#app/features/referral/saved-referral.server.ts";
import { formatInstant, formatLongDate } from "#app/platform/dates.ts";
import { bookingsOfSamePerson } from "./conflicts.server.ts";
import { visitsOfBooking } from "./find-visits.server.ts";
import { needsOf, type PersonNeed } from "./needs.ts";
import { outcomeRows } from "./outcome.ts";
import { notesOf, outcomesOf } from "./visit-records.server.ts";
import { formatHours } from "./visit-times.ts";

/** The person's needs by this booking's referral, or by an earlier booking of the same person when this one says nothing. */
export async function readNeeds(
  deps: Deps,
  bookingId: string,
): Promise<{ needs: PersonNeed[]; earlier: string | null }> {
  const booking = await findBookingForJob(deps.db, bookingId);
  if (!booking) return { needs: [], earlier: null };
  const earlier = await bookingsOfSamePerson(deps, booking);
  const ids = [bookingId, ...earlier.map(({ id }) => id)];
  const referrals = await findSavedReferrals(deps.db, deps.secrets, ids);
  const needsIn = (id: string) => needsOf((section) => referrals.get(id)?.sections[section]?.answers ?? {});
  const own = needsIn(bookingId);
  if (own.length > 0) return { needs: own, earlier: null };
  const found = earlier.find(({ id }) => needsIn(id).length > 0);
  return found ? { needs: needsIn(found.id), earlier: found.reference } : { needs: [], earlier: null };
}

/** The reports and notes of a booking's assessors, and the person's needs, for a staff page. */
export async function readVisitRecords(deps: Deps, bookingId: string) {
  const visits = await visitsOfBooking(deps, bookingId);
  const ids = visits.map(({ id }) => id);
  const outcomes = await outcomesOf(deps, ids);
  const notes = await notesOf(deps, ids);
  const assessors = await assessorsById(deps, [
    ...visits.map(({ assessor_id }) => assessor_id),
    ...notes.map(({ written_by }) => written_by),
  ]);
  const nameOf = (id: string) => assessors.get(id)?.name ?? "Assessor";
  const reports = visits.flatMap((visit) => {
    const ofVisit = outcomes.get(visit.id) ?? [];
    const last = ofVisit.at(-1);
    if (!last) return [];
    return [
      {
        visitId: visit.id,
        when: `${formatLongDate(visit.day)}, ${formatHours(visit)}`,
        isUnsafe: last.is_unsafe === 1 && last.dealt_with_at === null,
        history: ofVisit
          .map(({ number, held, details, recorded_by, recorded_at }) => ({
            number,
            rows: outcomeRows(held, details),
            by: `${nameOf(recorded_by)}, ${formatInstant(recorded_at)}`,
          }))
          .toReversed(),
      },
    ];
  });
  return {
    ...(await readNeeds(deps, bookingId)),
    reports,
    notes: notes
      .filter(({ note }) => note !== "")
      .map(({ id, note, written_by, written_at }) => ({
        id,
        note,
        by: `${nameOf(written_by)}, ${formatInstant(written_at)}`,
      })),
  };
}

export type VisitRecords = Awaited<ReturnType<typeof readVisitRecords>>;
