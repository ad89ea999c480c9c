import type { Deps } from "#app/deps.server.ts";
import { chargesOf } from "#app/features/charges/charge-rows.server.ts";
import { proposeCharge } from "#app/features/charges/charges.server.ts";
import { appendChange } from "#app/features/settings/settings.server.ts";
import type { Settings } from "#app/features/settings/values.ts";
import { BY_STAFF } from "./visits.ts";

/** Rules of charges: 20 free miles, then £0.55; £180 for a second visit; £95 where nobody was at home; late
 * cancellations; £99 for an interpreter; £90 an hour for papers. */
export async function setChargeRules(deps: Deps, more: Partial<Settings["charges"]> = {}): Promise<void> {
  const rules = {
    ...deps.settings.current().charges,
    freeMiles: 20,
    milePence: 55,
    secondVisit: 180_00,
    "notHeld-not-at-home": 95_00,
    lateCancellation: ["72: 25", "24: 100"],
    interpreter: 99_00,
    papersHour: 90_00,
    ...more,
  };
  await appendChange(deps.db, deps.clock, "charges", rules, null);
  await deps.settings.reload();
}

type New = Partial<Parameters<typeof proposeCharge>[1]> & { bookingId: string };

/** A charge of £17.80 for travel that the customer is asked about. Returns its id. */
export async function createCharge(deps: Deps, charge: New): Promise<string> {
  const made = await proposeCharge(deps, {
    by: BY_STAFF,
    kind: "travel",
    cause: null,
    pence: 17_80,
    as: "ask",
    decision: "",
    reason: "",
    description: "Travel: 52.4 miles",
    ...charge,
  });
  if (!made.ok) throw new Error(made.problem);
  return (await chargesOf(deps, [charge.bookingId])).at(-1)!.id;
}
