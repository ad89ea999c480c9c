import type { Deps } from "#app/deps.server.ts";
import type { BookingRow } from "#app/features/booking/fields/tables.ts";
import { findNeeds, readSaved } from "./known-needs.server.ts";
import { needsLargePrint } from "./needs.ts";

/** Whether the person reads large print: what is printed for them is set in 18 pt. Another booking of theirs tells it
 * only once staff agreed a visit: before that, anybody could book with a name and learn of it. */
export async function wantsLargePrint(
  deps: Pick<Deps, "db" | "secrets">,
  booking: BookingRow,
  { isVisitAgreed }: { isVisitAgreed: boolean },
): Promise<boolean> {
  const own = await readSaved(deps, booking);
  return needsLargePrint(isVisitAgreed ? (await findNeeds(deps, booking, own)).read : own);
}
