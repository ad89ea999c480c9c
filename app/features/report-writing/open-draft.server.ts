import type { Deps } from "#app/deps.server.ts";
import type { ActedByRequest } from "#app/features/audit/record-audit.server.ts";
import { recordStaffView } from "#app/features/audit/record-staff-view.server.ts";
import type { BookingRow } from "#app/features/booking/fields/tables.ts";
import { isBookingRestricted } from "#app/features/data-protection/restrictions.server.ts";
import type { Visit } from "#app/features/visits/record/find-visits.server.ts";
import { findAssessorVisit } from "#app/features/visits/record/assessors-visit.server.ts";
import { movedSentence, type Draft } from "./draft.ts";
import { exchangesOfBooking } from "./exchanges.server.ts";
import { readBooked, readKnownFacts } from "./known-facts.server.ts";
import { followSources, type KnownFacts } from "./prefill.ts";
import { missesReader } from "./reading/to-read.server.ts";
import { answersThatCount } from "./parts.ts";
import { draftsOfBooking, findDraft, type SavedDraft } from "./saved-draft.server.ts";

/** A draft with all that its pages show; `visit` is the one of the address. */
export type OpenDraft = {
  visit: Visit;
  booking: BookingRow;
  saved: SavedDraft;
  draft: Draft;
  facts: KnownFacts;
};

type Opened =
  | { kind: "restricted" | "none"; visit: Visit; booking: BookingRow }
  | ({ kind: "open" | "sent" } & OpenDraft);

/** A saved draft as the pure rules see it, its suggestions as their sources are now, and the facts of these. */
export async function draftOf(deps: Deps, booking: BookingRow, saved: SavedDraft) {
  const { facts } = await readKnownFacts(deps, booking, saved.author_id);
  const draft: Draft = {
    reference: booking.reference,
    booked: await readBooked(deps, booking),
    exchanges: await exchangesOfBooking(deps, booking.id, saved.author_id),
    parts: Object.fromEntries(
      Object.entries(saved.parts).map(([key, part]) => [key, answersThatCount(part?.answers ?? {})]),
    ),
  };
  return { draft: followSources(draft, facts), facts };
}

/** The author's draft of their visit's report; the view is recorded unless it is opened `toSave`. Null as
 * `findAssessorVisit`; `none` before the author has started it; `sent` while its report is in review or released. */
export async function openDraft(
  deps: Deps,
  visitId: string,
  by: ActedByRequest,
  { toSave = false } = {},
): Promise<Opened | null> {
  const own = await findAssessorVisit(deps, visitId, by.actor.id);
  if (!own) return null;
  const { visit, booking } = own;
  if (await isBookingRestricted(deps.db, booking)) return { kind: "restricted", visit, booking };
  if (!toSave) await recordStaffView(deps, by, "visit.viewed", ["booking", booking.id]);
  const authorId = visit.assessor_id;
  const current = await findDraft(deps, { bookingId: booking.id, authorId });
  if (!current) return { kind: "none", visit, booking };
  const { draft: saved, isOpen } = current;
  const { draft, facts } = await draftOf(deps, booking, saved);
  return { kind: isOpen ? "open" : "sent", visit, booking, saved, draft, facts };
}

/** Sentences about a report in review: a reader who was agreed and is missing, and sources that changed after one that
 * was written here was sent. */
export async function movedSinceSent(deps: Deps, booking: BookingRow, draftId: string | null) {
  const unread = await missesReader(deps, booking);
  const sentences = unread === null ? [] : [unread];
  const drafts = draftId === null ? [] : await draftsOfBooking(deps, booking.id);
  const saved = drafts.find(({ id }) => id === draftId);
  if (!saved) return sentences;
  const { draft } = await draftOf(deps, booking, saved);
  return [...sentences, ...(draft.moved ?? []).map((one) => movedSentence(draft, one))];
}
