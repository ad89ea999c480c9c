import type { Deps } from "#app/deps.server.ts";
import { findSavedReferral } from "#app/features/referral/saved-referral.server.ts";
import { needsLargePrint } from "./needs.ts";

/** Whether a booking's referral says that the person reads large print: what is printed for them is set in 18 pt. */
export async function wantsLargePrint(
  deps: Pick<Deps, "db" | "secrets">,
  bookingId: string,
): Promise<boolean> {
  const referral = await findSavedReferral(deps.db, deps.secrets, bookingId);
  return needsLargePrint((section) => referral?.sections[section]?.answers ?? {});
}
