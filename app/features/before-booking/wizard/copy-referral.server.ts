import type { Deps } from "#app/deps.server.ts";
import { findActiveUser } from "#app/features/accounts/record/user-row.server.ts";
import type { ActedByRequest } from "#app/features/audit/record-audit.server.ts";
import { answer, type Answers } from "#app/features/booking/fields/steps.ts";
import type { BookingRow } from "#app/features/booking/fields/tables.ts";
import { isErased } from "#app/features/booking/record/erase-booking.server.ts";
import { findBooking } from "#app/features/booking/record/find-booking.server.ts";
import { bookingLines } from "#app/features/booking/record/queries.server.ts";
import { isBookingRestricted } from "#app/features/data-protection/restrictions.server.ts";
import { mayOpen } from "#app/features/organisations/record/membership.server.ts";
import { optionalSteps, referralSteps } from "#app/features/referral/journey.ts";
import { findSavedReferral } from "#app/features/referral/saved-referral.server.ts";
import { saveSections } from "#app/features/referral/save-sections.server.ts";

/** The draft's answer with the id of the booking whose referral forms are copied. No form of the wizard posts it: it is
 * set for somebody who may see that booking. */
export const COPIED_REFERRAL = "copiedReferral";

/** The draft's answer with the id of the booking that is made again, set as `COPIED_REFERRAL` is. */
export const BOOKED_AGAIN = "bookedAgain";

/** Whether a draft makes a booking of this organisation again that is a closed matter now: the new one is, too. */
export async function isOfClosedMatter(
  { db }: Pick<Deps, "db">,
  draft: { answers: Answers },
  organisation: { id: string },
): Promise<boolean> {
  const from = await findBooking(db, answer(draft.answers, BOOKED_AGAIN));
  return from?.organisation_id === organisation.id && from.is_closed_matter === 1;
}

/** Whether the walls let this actor take a booking's answers along: not into another organisation's name, and of one
 * only who may open it now. */
export async function mayCopyReferral(
  deps: Deps,
  from: BookingRow,
  { organisation_id }: Pick<BookingRow, "organisation_id">,
  { id }: ActedByRequest["actor"],
): Promise<boolean> {
  if (from.organisation_id !== organisation_id) return false;
  if (organisation_id === null) return true;
  const user = id === null ? null : await findActiveUser(deps.db, id);
  if (!user) return false;
  const isEmailConfirmed = user.email_confirmed_at !== null;
  return mayOpen(deps, { userId: user.id, emailKey: user.email_key, isEmailConfirmed }, from);
}

/** Copies the sections that a new booking has from the one that its draft names, in the caller's transaction. */
export async function copyReferral(
  deps: Deps,
  draft: { answers: Answers },
  booking: BookingRow,
  by: ActedByRequest,
): Promise<void> {
  const fromId = answer(draft.answers, COPIED_REFERRAL);
  const from = fromId === "" ? null : await findBooking(deps.db, fromId);
  if (!from || isErased(from) || (await isBookingRestricted(deps.db, from))) return;
  if (!(await mayCopyReferral(deps, from, booking, by.actor))) return;
  const saved = await findSavedReferral(deps.db, deps.secrets, from.id);
  if (!saved) return;
  const lines = await bookingLines(deps.db, booking.id);
  const assessments = lines.map(({ assessment_id: id, name }) => ({ id, name }));
  const steps = [...referralSteps(assessments), ...optionalSteps(assessments)];
  const keys = steps.flatMap((step) => (step.kind === "section" ? [step.section] : []));
  const sections = Object.fromEntries(
    keys.flatMap((key) => {
      const section = saved.sections[key];
      return section ? [[key, { answers: section.answers }]] : [];
    }),
  );
  await saveSections(deps, { booking, sections, actor: by.actor, requestId: by.requestId });
}
