import type { Deps } from "#app/deps.server.ts";
import type { ActedByRequest } from "#app/features/audit/record-audit.server.ts";
import { recordStaffView } from "#app/features/audit/record-staff-view.server.ts";
import { isBookingRestricted } from "#app/features/data-protection/restrictions.server.ts";
import { printedSections } from "#app/features/referral/printed-sections.ts";
import { readReferral } from "#app/features/referral/queries.server.ts";
import { formatInstant } from "#app/platform/dates.ts";
import type { OwnVisit } from "#app/features/visits/record/assessors-visit.server.ts";
import { readNeeds } from "#app/features/visits/person/known-needs.server.ts";
import { readPersonFile } from "#app/features/visits/person/person-file.server.ts";
import { isTooLate, outcomeRows } from "#app/features/visits/record/outcome.ts";
import { notesOf, outcomesOf } from "#app/features/visits/record/visit-records.server.ts";
import { hasBegun } from "#app/features/visits/record/visit-times.ts";
import { placeDoubts } from "#app/features/visits/plan/place-doubts.server.ts";
import { mapLink } from "#app/features/visits/record/visit-place.ts";
import { maySay, noteWords } from "#app/features/visits/record/note-kinds.ts";

/** A visit with what its assessor needs on the day; the view is recorded. `about` is null while the privacy desk
 * restricts the booking. */
export async function openAssessorVisit(deps: Deps, { visit, booking }: OwnVisit, by: ActedByRequest) {
  const { id, day, start, minutes, mode } = visit;
  const begun = hasBegun(visit, deps.clock.now());
  const shown = { id, day, start, minutes, mode, reference: booking.reference, hasBegun: begun };
  if (await isBookingRestricted(deps.db, booking)) return { ...shown, about: null };
  await recordStaffView(deps, by, "visit.viewed", ["booking", booking.id]);
  const person = await readPersonFile(deps, booking);
  const outcome = (await outcomesOf(deps, [id])).get(id)?.at(-1);
  const notes = await notesOf(deps, [id]);
  const hasMap = mode !== "virtual" && deps.settings.current().switches.maps;
  return {
    ...shown,
    outcome: outcome ? outcomeRows(outcome.held, outcome.details) : null,
    notes: notes
      .filter(({ written_by }) => written_by === by.actor.id)
      .map((note) => ({
        id: note.id,
        kind: note.kind,
        note: note.note,
        at: formatInstant(note.written_at),
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

export type AssessorVisitFile = Awaited<ReturnType<typeof openAssessorVisit>>;

/** The visit of an outcome's page, with the report so far; `version` counts the reports. */
export async function openOutcome(deps: Deps, { visit, booking }: OwnVisit) {
  const { id, day, start, minutes } = visit;
  const now = deps.clock.now();
  const isRestricted = await isBookingRestricted(deps.db, booking);
  const reports = isRestricted ? [] : ((await outcomesOf(deps, [id])).get(id) ?? []);
  const last = reports.at(-1) ?? null;
  const isFixed = reports[0] !== undefined && isTooLate(reports[0].recorded_at, now);
  const state = isRestricted
    ? "restricted"
    : !hasBegun(visit, now)
      ? "not-begun"
      : isFixed
        ? "too-late"
        : "open";
  return {
    id,
    day,
    start,
    minutes,
    state,
    reference: booking.reference,
    version: reports.length,
    last: last && { held: last.held, details: last.details },
  } as const;
}

/** The referral of a visit as it is printed, and the person's needs, for its assessor; the view is recorded. Null while
 * the booking is restricted. */
export async function openVisitReferral(deps: Deps, { booking }: OwnVisit, by: ActedByRequest) {
  if (await isBookingRestricted(deps.db, booking)) return null;
  await recordStaffView(deps, by, "referral.printed", ["booking", booking.id]);
  const referral = await readReferral(deps, booking);
  const { otherDetails, submittedAt, revision, isChangedSince } = referral;
  return {
    ...(await readNeeds(deps, booking)),
    reference: booking.reference,
    submittedAt: submittedAt && formatInstant(submittedAt),
    otherDetails,
    revision,
    isChangedSince,
    printedAt: formatInstant(deps.clock.now().toISOString()),
    sections: printedSections(referral),
  };
}
