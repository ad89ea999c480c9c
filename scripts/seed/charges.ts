import type { Deps } from "#app/deps.server.ts";
import { SYSTEM } from "#app/features/audit/record-audit.server.ts";
import { chargesOf } from "#app/features/charges/charge-rows.server.ts";
import { answerCharge, proposeCharge } from "#app/features/charges/charges.server.ts";
import { appendChange } from "#app/features/settings/settings.server.ts";
import type { BookingRow } from "#app/features/booking/fields/tables.ts";

const BY = { actor: SYSTEM, requestId: "seed" };
const BY_CUSTOMER = { actor: { kind: "visitor" as const, id: null }, requestId: "seed" };

/** Says what is charged beyond the price. */
export async function seedChargeRules(deps: Deps): Promise<void> {
  const rules = {
    ...deps.settings.current().charges,
    freeMiles: 20,
    milePence: 55,
    secondVisit: 180_00,
    "notHeld-not-at-home": 95_00,
    lateCancellation: ["72: 25", "24: 100"],
    interpreter: 99_00,
    papersHour: 90_00,
  };
  await appendChange(deps.db, deps.clock, "charges", rules, null);
  await deps.settings.reload();
}

/** Three charges that customers were asked about: one waits, one is agreed, one is not. */
export async function seedCharges(deps: Deps, bookings: readonly BookingRow[]): Promise<void> {
  const charges = [
    { kind: "interpreter", pence: 99_00, description: "Interpreter" },
    { kind: "papers", pence: 225_00, description: "Further papers: 2.5 hours at £90.00 an hour" },
    { kind: "travel", pence: 17_82, description: "Travel: 52.4 miles, 20 miles are free, then £0.55 a mile" },
  ] as const;
  for (const [index, charge] of charges.entries()) {
    const bookingId = bookings[index]?.id;
    if (bookingId === undefined) return;
    const made = await proposeCharge(deps, {
      ...charge,
      by: BY,
      bookingId,
      cause: null,
      as: "ask",
      decision: "",
      reason: "",
    });
    if (!made.ok) throw new Error(`A demonstration charge is refused: ${made.problem}`);
    const { id: chargeId } = (await chargesOf(deps, [bookingId])).at(-1)!;
    if (index > 0) await answerCharge(deps, { by: BY_CUSTOMER, bookingId, chargeId, isAgreed: index === 1 });
  }
}
