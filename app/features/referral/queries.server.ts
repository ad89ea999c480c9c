import { CLIENT_FIELDS } from "#app/features/booking/fields/fields.ts";
import { listFields } from "#app/features/booking/fields/field-values.ts";
import { byIds } from "#app/kit/pieces.server.ts";
import type { Deps } from "#app/deps.server.ts";
import {
  bookingLines,
  readBooking,
  type BookingReadModel,
} from "#app/features/booking/record/queries.server.ts";
import type { Executor } from "#app/platform/database.server.ts";
import { londonDate } from "#app/platform/dates.ts";
import type { BookingRow } from "#app/features/booking/fields/tables.ts";
import type { Answers } from "#app/kit/sections/fields.ts";
import { optionalSteps, referralSteps, shownSections, taskList, type ReferralStep } from "./journey.ts";
import {
  findSavedReferral,
  findSavedReferrals,
  toReferralRecord,
  type ReferralRecord,
  type SavedReferral,
} from "./saved-referral.server.ts";
import { startingAnswers, type SectionKey } from "#app/features/referral/sections/sections.ts";

type QueryDeps = Pick<Deps, "db" | "secrets" | "clock">;

/** The referral form of a booking that the caller may see (`requireBooking`). Writes nothing. */
export async function readReferral(deps: QueryDeps, booking: BookingRow): Promise<ReferralView> {
  const saved = await findSavedReferral(deps.db, deps.secrets, booking.id);
  return viewReferral(deps, await readBooking(deps, booking), saved);
}

function viewReferral({ clock }: QueryDeps, booking: BookingReadModel, saved: SavedReferral | null) {
  const submittedAt = saved?.submittedAt ?? null;
  const assessments = booking.calculatedPricing.assessmentPrices;
  const shown = shownSections(assessments);
  const withProgress = (steps: ReferralStep[]) =>
    taskList(
      steps,
      (key) => saved?.sections[key]?.answers ?? null,
      submittedAt !== null,
      londonDate(clock.now()),
    );
  return {
    booking: { id: booking.id, reference: booking.bookingReference },
    otherDetails: booking.otherAssessmentDetails,
    submittedAt,
    /** UTC instant of the last save, null before the first. */
    savedAt: saved?.updatedAt ?? null,
    revision: saved?.revision ?? 0,
    isChangedSince: submittedAt !== null && saved!.updatedAt !== submittedAt,
    steps: withProgress(referralSteps(assessments)),
    optional: withProgress(optionalSteps(assessments)),
    /** Saved answers, or, at version 0, what the booking says about the person; the latter also for a section that the
     * booking no longer has. */
    section: (key: SectionKey) =>
      (shown.has(key) ? saved?.sections[key] : null) ?? {
        version: 0,
        answers: unsavedAnswers(key, booking),
        updatedAt: null,
      },
  };
}

export type ReferralView = ReturnType<typeof viewReferral>;

/** The saved form as the API shows it: without sections that the booking no longer has. Null before the first save. */
export async function readReferralRecord(
  deps: Pick<Deps, "db" | "secrets">,
  booking: Pick<BookingRow, "id">,
): Promise<ReferralRecord | null> {
  const saved = await findSavedReferral(deps.db, deps.secrets, booking.id);
  return saved && toReferralRecord(saved, await readShownSections(deps, booking));
}

export async function readShownSections({ db }: Pick<Deps, "db">, { id }: Pick<BookingRow, "id">) {
  const lines = await bookingLines(db, id);
  return shownSections(lines.map((line) => ({ id: line.assessment_id, name: line.name })));
}

export const referralCompletion = async (deps: QueryDeps, booking: BookingRow) =>
  completionOf(await readReferral(deps, booking));

/** The completion of several forms, by booking id, in two queries. */
export async function referralCompletions(deps: QueryDeps, bookings: BookingReadModel[]) {
  const ids = bookings.map((booking) => booking.id);
  const saved = await findSavedReferrals(deps.db, deps.secrets, ids);
  return new Map(
    bookings.map((booking) => [
      booking.id,
      completionOf(viewReferral(deps, booking, saved.get(booking.id) ?? null)),
    ]),
  );
}

function completionOf({ submittedAt, isChangedSince, steps }: ReferralView) {
  const sections = steps.filter((step) => step.kind === "section");
  return {
    submittedAt,
    isChangedSince,
    steps,
    sectionCount: sections.length,
    completeCount: sections.filter((step) => step.progress === "complete").length,
  };
}

export async function referralSubmissions(executor: Executor, bookingIds: string[]) {
  const rows = await byIds(bookingIds, (piece) =>
    executor
      .selectFrom("referral_forms")
      .select(["booking_id", "submitted_at"])
      .where("booking_id", "in", piece)
      .where("submitted_at", "is not", null)
      .execute(),
  );
  return new Map(rows.map((row) => [row.booking_id, row.submitted_at!]));
}

/** A solicitor or paralegal who books acts for the applicant. */
function knownOfTheCourt({ referrerRelationship, referrerOrganisation }: BookingReadModel): Answers {
  if (!["Solicitor", "Paralegal"].includes(referrerRelationship)) return {};
  return { hasSolicitor: "yes", solicitorFirm: referrerOrganisation ?? "" };
}

/** The answers that a section shows before its first save. A saved section replaces all of it,
 * empty fields included. */
export function unsavedAnswers(key: SectionKey, booking: BookingReadModel): Answers {
  const starting = startingAnswers(key);
  if (key === "courtApplication") return { ...starting, ...knownOfTheCourt(booking) };
  if (key !== "personalDetails") return starting;
  const source = { ...booking, clientPhone: booking.clientPhoneAsTyped ?? booking.clientPhone };
  // Each of the client's fields has the name of its question: `clientTownCity` answers `townCity`.
  const given = listFields(CLIENT_FIELDS).flatMap(({ name }) => {
    const value = source[name];
    return value ? [[name.charAt(6).toLowerCase() + name.slice(7), value] as const] : [];
  });
  return { ...starting, ...Object.fromEntries(given) };
}
