import type { Deps } from "#app/deps.server.ts";
import { findUserNames } from "#app/features/accounts/session/queries.server.ts";
import { assessorsById } from "#app/features/assessors/assessors.server.ts";
import { findBooking } from "#app/features/booking/record/find-booking.server.ts";
import { formatInstant, formatLongDate } from "#app/platform/dates.ts";
import { visitsOfBooking } from "#app/features/visits/record/find-visits.server.ts";
import { readNeeds } from "#app/features/visits/person/known-needs.server.ts";
import { maySay, noteWords } from "#app/features/visits/record/note-kinds.ts";
import { outcomeRows } from "#app/features/visits/record/outcome.ts";
import { notesOf, outcomesOf } from "#app/features/visits/record/visit-records.server.ts";
import { formatHours } from "#app/features/visits/record/visit-times.ts";

/** The reports and notes of a booking's assessors, and the person's needs, for a staff page. */
export async function readVisitRecords(deps: Deps, bookingId: string) {
  const booking = await findBooking(deps.db, bookingId);
  const visits = await visitsOfBooking(deps, bookingId);
  const ids = visits.map(({ id }) => id);
  const outcomes = await outcomesOf(deps, ids);
  const notes = await notesOf(deps, ids);
  const assessors = await assessorsById(deps, [
    ...visits.map(({ assessor_id }) => assessor_id),
    ...notes.map(({ written_by }) => written_by),
  ]);
  const readers = await findUserNames(
    deps,
    notes.map(({ read_by }) => read_by),
  );
  const now = deps.clock.now();
  const nameOf = (id: string) => assessors.get(id)?.name ?? "Assessor";
  const reports = visits.flatMap((visit) => {
    const ofVisit = outcomes.get(visit.id) ?? [];
    const last = ofVisit.at(-1);
    if (!last) return [];
    return [
      {
        visitId: visit.id,
        when: `${formatLongDate(visit.day)}, ${formatHours(visit)}`,
        phone: assessors.get(visit.assessor_id)?.phone ?? null,
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
    ...(booking ? await readNeeds(deps, booking) : { needs: [], earlier: null }),
    reports,
    notes: notes.map((note) => ({
      id: note.id,
      visitId: note.visit_id,
      kind: note.kind,
      note: note.note,
      words: note.kind === "note" ? "" : noteWords({ kind: note.kind, lateMinutes: note.late_minutes }),
      by: `${nameOf(note.written_by)}, ${formatInstant(note.written_at)}`,
      read:
        note.read_at &&
        `Read by ${readers.get(note.read_by ?? "") ?? "staff"}, ${formatInstant(note.read_at)}`,
      told: note.referrer_told_at && `The referrer was told ${formatInstant(note.referrer_told_at)}`,
      mayTell:
        note.kind === "late" &&
        note.referrer_told_at === null &&
        visits.some((visit) => visit.id === note.visit_id && maySay(visit, now).late),
    })),
  };
}

export type VisitRecords = Awaited<ReturnType<typeof readVisitRecords>>;
