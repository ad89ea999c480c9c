import type { Deps } from "#app/deps.server.ts";
import type { ActedByRequest } from "#app/features/audit/record-audit.server.ts";
import { readHistory } from "#app/features/audit/queries.server.ts";
import { recordStaffView } from "#app/features/audit/record-staff-view.server.ts";
import type { BookingRow } from "#app/features/booking/fields/tables.ts";
import { isErased } from "#app/features/booking/record/erase-booking.server.ts";
import { findBookingForJob } from "#app/features/booking/record/find-booking.server.ts";
import { isBookingRestricted } from "#app/features/data-protection/restrictions.server.ts";
import { printedSections } from "#app/features/referral/printed-sections.ts";
import { readReferral } from "#app/features/referral/queries.server.ts";
import { formatInstant, londonDate, addDays } from "#app/platform/dates.ts";
import { findVisit, visitsOfBooking, type Visit } from "./find-visits.server.ts";
import { readNeeds } from "./known-needs.server.ts";
import { readPersonFile } from "./person-file.server.ts";
import { isTooLate, outcomeRows } from "./outcome.ts";
import { notesOf, outcomesOf } from "./visit-records.server.ts";
import { hasEnded } from "./visit-times.ts";
import { placeDoubts } from "./place-doubts.server.ts";
import { mapLink } from "./visit-place.ts";
import { maySay, noteWords } from "./note-kinds.ts";

/** The London day on which a completed or cancelled booking was closed; null while it is open. */
async function closedOn(deps: Deps, booking: BookingRow): Promise<string | null> {
  if (booking.status === "pending" || booking.status === "confirmed") return null;
  const history = await readHistory(deps.db, [{ kind: "booking", id: booking.id }]);
  const change = history.find(({ action }) => action === "booking.status-changed");
  return londonDate(new Date(change?.at ?? booking.updated_at));
}

/** Access ends so many days (Settings) after the booking was closed, or after a visit that did not take place. */
async function isAccessOver(deps: Deps, booking: BookingRow, visit: Visit): Promise<boolean> {
  const { assessorDays } = deps.settings.current().retention;
  const endedOn = visit.ended_as === "not-held" ? visit.day : await closedOn(deps, booking);
  return endedOn !== null && londonDate(deps.clock.now()) > addDays(endedOn, assessorDays);
}

async function openBooking(deps: Deps, visit: Visit, assessorId: string | null): Promise<BookingRow | null> {
  if (visit.assessor_id !== assessorId || visit.ended_as === "cancelled") return null;
  const booking = await findBookingForJob(deps.db, visit.booking_id);
  return booking && !isErased(booking) && !(await isAccessOver(deps, booking, visit)) ? booking : null;
}

/** A visit and its booking when it is this assessor's own. Null for visits of others, former ones included, cancelled
 * ones, those of an erased booking, and those to which access is over. */
export async function findAssessorVisit(deps: Deps, visitId: string, assessorId: string | null) {
  const visit = await findVisit(deps, visitId);
  const booking = visit && (await openBooking(deps, visit, assessorId));
  return booking ? { visit, booking } : null;
}

/** True for a booking with a visit that this assessor may open. */
export async function isOpenToAssessor(deps: Deps, bookingId: string, assessorId: string): Promise<boolean> {
  for (const visit of await visitsOfBooking(deps, bookingId)) {
    if (await openBooking(deps, visit, assessorId)) return true;
  }
  return false;
}

/** A visit with what its assessor needs on the day; the view is recorded. Null as `findAssessorVisit`. `about` is null
 * while the privacy desk restricts the booking. */
export async function openAssessorVisit(deps: Deps, visitId: string, by: ActedByRequest) {
  const own = await findAssessorVisit(deps, visitId, by.actor.id);
  if (!own) return null;
  const { visit, booking } = own;
  const { id, day, start, minutes, mode } = visit;
  const shown = { id, day, start, minutes, mode, reference: booking.reference };
  if (await isBookingRestricted(deps.db, booking)) return { ...shown, about: null };
  await recordStaffView(deps, by, "visit.viewed", ["booking", booking.id]);
  const person = await readPersonFile(deps, booking);
  const outcome = (await outcomesOf(deps, [id])).get(id)?.at(-1);
  const notes = await notesOf(deps, [id]);
  const hasMap = mode !== "virtual" && deps.settings.current().switches.maps;
  return {
    ...shown,
    hasBegun: hasEnded({ day, start, minutes: 0 }, deps.clock.now()),
    outcome: outcome ? outcomeRows(outcome.held, outcome.details) : null,
    notes: notes
      .filter(({ written_by }) => written_by === by.actor.id)
      .map((note) => ({
        ...{ id: note.id, kind: note.kind, note: note.note, at: formatInstant(note.written_at) },
        words: note.kind === "note" ? "" : noteWords({ kind: note.kind, lateMinutes: note.late_minutes }),
        isRead: note.read_at !== null,
      })),
    maySay: maySay(visit, deps.clock.now()),
    about: {
      place: visit.place,
      placeDoubts: await placeDoubts(deps, booking, visit),
      map: hasMap ? mapLink(visit.place) : null,
      ...person,
    },
  };
}

export type AssessorVisitFile = NonNullable<Awaited<ReturnType<typeof openAssessorVisit>>>;

/** The visit of an outcome's page, with the report so far; `version` counts the reports.
 * Null as `findAssessorVisit`. */
export async function openOutcome(deps: Deps, visitId: string, by: ActedByRequest) {
  const own = await findAssessorVisit(deps, visitId, by.actor.id);
  if (!own) return null;
  const { id, day, start, minutes } = own.visit;
  const now = deps.clock.now();
  const isRestricted = await isBookingRestricted(deps.db, own.booking);
  const reports = isRestricted ? [] : ((await outcomesOf(deps, [id])).get(id) ?? []);
  const last = reports.at(-1) ?? null;
  const isFixed = reports[0] !== undefined && isTooLate(reports[0].recorded_at, now);
  const hasBegun = hasEnded({ day, start, minutes: 0 }, now);
  const state = isRestricted ? "restricted" : !hasBegun ? "not-begun" : isFixed ? "too-late" : "open";
  return {
    ...{ id, day, start, minutes, state, reference: own.booking.reference },
    version: reports.length,
    last: last && { held: last.held, details: last.details },
  } as const;
}

/** The referral of a visit as it is printed, and the person's needs, for its assessor; the view is recorded. Null as
 * `findAssessorVisit`, and while the booking is restricted. */
export async function openVisitReferral(deps: Deps, visitId: string, by: ActedByRequest) {
  const own = await findAssessorVisit(deps, visitId, by.actor.id);
  if (!own || (await isBookingRestricted(deps.db, own.booking))) return null;
  await recordStaffView(deps, by, "referral.printed", ["booking", own.booking.id]);
  const referral = await readReferral(deps, own.booking);
  const { otherDetails, submittedAt, revision, isChangedSince } = referral;
  return {
    ...(await readNeeds(deps, own.booking)),
    reference: own.booking.reference,
    submittedAt: submittedAt && formatInstant(submittedAt),
    ...{ otherDetails, revision, isChangedSince },
    printedAt: formatInstant(deps.clock.now().toISOString()),
    sections: printedSections(referral),
  };
}
