import type { BookingRow } from "#app/features/booking/fields/tables.ts";
import { isBookingRestricted } from "#app/features/data-protection/restrictions.server.ts";
import { hasOpenConcern } from "#app/features/safeguarding/concerns.server.ts";
import { findSavedNeeds, readSaved } from "#app/features/visits/person/known-needs.server.ts";
import type { ReadDeps } from "./who-is-free.server.ts";

const saysNothing = (text: unknown) =>
  typeof text !== "string" || /^\s*(none( known)?|no|n\/a|nil)?\.?\s*$/i.test(text);

/** Whether the referral speaks of an interpreter, a risk or something to arrange: two people may have to go. */
async function needsJudgement(deps: ReadDeps, booking: BookingRow): Promise<boolean> {
  const { read } = await findSavedNeeds(deps, booking);
  const own = await readSaved(deps, booking);
  const aids = read("communicationAids");
  return (
    read("personalDetails")["interpreterNeeded"] === true ||
    !saysNothing(aids["interpreterDetails"]) ||
    [read, own].some((answers) =>
      ["riskAssessments", "specialRequirements"].some(
        (name) => !saysNothing(answers("communicationAids")[name]),
      ),
    )
  );
}

/** Whether staff plan and move the visits of a booking, and no referrer by themselves: during a restriction or an open
 * safeguarding concern, and where somebody has to judge or to arrange. */
export const isForStaff = async (deps: ReadDeps, booking: BookingRow): Promise<boolean> =>
  (await isBookingRestricted(deps.db, booking)) ||
  (await hasOpenConcern(deps.db, booking.id)) ||
  (await needsJudgement(deps, booking));
