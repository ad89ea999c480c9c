import type { Deps } from "#app/deps.server.ts";
import type { ActedByRequest } from "#app/features/audit/record-audit.server.ts";
import { whyKeptOut } from "#app/features/booking/record/booking-to-change.server.ts";
import { KEPT_OUT_WORDS } from "#app/features/data-protection/restriction.ts";
import { transact, type Executor } from "#app/platform/database.server.ts";

export type Change = { bookingId: string; by: ActedByRequest };

/** Changes what belongs to a booking's reports, unless the booking may not be changed. Returns a sentence when it is
 * refused, by the work too. */
export async function changeReport(
  deps: Deps,
  { bookingId, by }: Change,
  work: (trx: Executor) => Promise<string | null | void>,
): Promise<string | null> {
  const refusal = await transact(deps.db, async (trx) => {
    const problem = await whyKeptOut(trx, bookingId, by);
    return problem ? KEPT_OUT_WORDS[problem] : ((await work(trx)) ?? null);
  });
  return refusal;
}
