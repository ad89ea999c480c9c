import type { Deps } from "#app/deps.server.ts";
import { recordAudit, type ActedByRequest } from "#app/features/audit/record-audit.server.ts";
import { isOfConsumer } from "#app/features/booking/fields/consumer.ts";
import type { BookingRow } from "#app/features/booking/fields/tables.ts";
import {
  changeBooking,
  DONE,
  refused,
  type Inside,
  type KeptNow,
  type Refused,
  type Result,
} from "#app/features/booking/record/change-booking.server.ts";
import { mailReferrer } from "#app/features/outbox/enqueue-mail.server.ts";
import { addDays, londonDate } from "#app/platform/dates.ts";
import { formatPoundsAndPence } from "#app/platform/money.ts";
import { chargesOf, sealedCharge, sealedDecision, type Charge } from "./charge-rows.server.ts";
import { CHARGE_KINDS, isSettled, standingOf, type ChargeDetails, type ChargeKind } from "./charge-kinds.ts";
import type { ChargeRow } from "./tables.ts";

export type ChargeProblem =
  | KeptNow
  | ("already" | "again" | "decided" | "expired" | "invoiced" | "not-agreed" | "consumer" | "not-lower");

/** `again` comes with the amount, and a name of the equal charges for a form that wants another. */
export type ChargeRefusal = Refused<ChargeProblem> & { pence?: number; same?: string };

/** Takes turns with others who change the charges or the invoices of a booking. */
async function lockBooking({ db }: Inside, bookingId: string): Promise<void> {
  await db.selectFrom("bookings").select("id").where("id", "=", bookingId).forUpdate().execute();
}

type New = ChargeDetails & {
  by: ActedByRequest;
  bookingId: string;
  kind: ChargeKind;
  /** Named by the suggestion that it follows; null without one. */
  cause: string | null;
  pence: number;
  /** `ask`: the customer is asked by mail. `agreed`: an organisation agreed to it. `waived`: it is not charged. */
  as: "ask" | "agreed" | "waived";
  /** How they agreed, or why it is waived. */
  decision: string;
  /** The equal charges that the page named; others are asked about. */
  another?: string;
};

const UNDECIDED = { decided_by: null, decided_at: null, decision_sealed: null };

/** Proposes a charge to the customer, or records that it was agreed or is waived. An event is charged once: another
 * charge for it needs a refusal, or an answer that never came. */
export async function proposeCharge(deps: Deps, charge: New): Promise<{ ok: true } | ChargeRefusal> {
  const { by, bookingId, cause, as, kind, pence } = charge;
  return changeBooking(deps, { bookingId, by }, async (inside, booking) => {
    await lockBooking(inside, bookingId);
    if (as === "agreed" && isOfConsumer(booking)) return refused("consumer");
    const today = londonDate(deps.clock.now());
    const earlier = await chargesOf(inside, [bookingId]);
    const isCharged = (one: Charge) => one.cause === cause && isSettled(standingOf(one, today));
    if (cause !== null && earlier.some(isCharged)) return refused("already");
    const { description, another = "" } = charge;
    const isSame = (one: Charge) =>
      one.kind === kind && one.pence === pence && one.description === description && one.state !== "waived";
    const count = earlier.filter((one) => isSame(one) && isCharged(one)).length;
    const same = count === 0 ? "" : [count, pence, description].join(" ");
    if (cause === null && as !== "waived" && same !== "" && same !== another)
      return { ...refused("again"), pence, same };
    const { answerDays, vatRate } = deps.settings.current().charges;
    const [id, now] = [deps.ids.uuid(), deps.clock.now().toISOString()];
    const isDecided = as !== "ask";
    const answerBy = isDecided ? null : addDays(today, answerDays);
    await inside.db
      .insertInto("charges")
      .values({
        id,
        booking_id: bookingId,
        kind,
        cause,
        pence,
        vat_rate: vatRate,
        answer_by: answerBy,
        details_sealed: sealedCharge.encrypt(deps.secrets, id, { description, reason: charge.reason }),
        state: isDecided ? as : "proposed",
        proposed_by: by.actor.id,
        proposed_at: now,
        is_by_customer: 0,
        ...UNDECIDED,
        ...(isDecided && {
          decided_by: by.actor.id,
          decided_at: now,
          decision_sealed: sealedDecision.encrypt(deps.secrets, id, charge.decision),
        }),
        document_id: null,
        elsewhere_on: null,
      })
      .execute();
    const action = { ask: "charge.proposed", agreed: "charge.agreed", waived: "charge.waived" } as const;
    await recordAudit(inside, by, action[as], ["booking", bookingId], { note: noteOf(charge) });
    if (answerBy !== null)
      await mailReferrer(inside, booking, ["charge-proposed", id], { chargeId: id, pence, answerBy });
    return DONE;
  });
}

const noteOf = ({ kind, pence }: Pick<Charge, "kind" | "pence">) =>
  `${CHARGE_KINDS[kind].label}, ${formatPoundsAndPence(pence)}`;

type Chosen = { by: ActedByRequest; bookingId: string; chargeId: string };

/** Changes a charge of a booking, of which nobody else changes one in the meantime. */
function changeCharge(
  deps: Deps,
  { by, bookingId, chargeId }: Chosen,
  work: (inside: Inside, charge: Charge, booking: BookingRow) => Promise<Result<ChargeProblem>>,
): Promise<Result<ChargeProblem>> {
  return changeBooking(deps, { bookingId, by }, async (inside, booking): Promise<Result<ChargeProblem>> => {
    await lockBooking(inside, bookingId);
    const charge = (await chargesOf(inside, [bookingId])).find(({ id }) => id === chargeId);
    return charge ? work(inside, charge, booking) : refused("not-found");
  });
}

const setCharge = (inside: Inside, { chargeId }: Chosen, changed: Partial<ChargeRow>) =>
  inside.db.updateTable("charges").set(changed).where("id", "=", chargeId).execute();

/** The customer's own answer. The same answer again does nothing; another one after it is refused. */
export const answerCharge = (deps: Deps, chosen: Chosen & { isAgreed: boolean }) =>
  changeCharge(deps, chosen, async (inside, charge) => {
    const { by, bookingId, isAgreed } = chosen;
    const standing = standingOf(charge, londonDate(deps.clock.now()));
    const state = isAgreed ? "agreed" : "refused";
    if (charge.state === state) return DONE;
    if (standing === "expired") return refused("expired");
    if (standing !== "proposed") return refused("decided");
    const decided_at = deps.clock.now().toISOString();
    await setCharge(inside, chosen, { state, is_by_customer: 1, decided_by: by.actor.id, decided_at });
    const action = isAgreed ? "charge.agreed" : "charge.refused";
    await recordAudit(inside, by, action, ["booking", bookingId], { note: noteOf(charge) });
    return DONE;
  });

/** Staff do not charge it after all. Who was asked about it is told. One that is invoiced is credited on the page of
 * the invoices. */
export const waiveCharge = (deps: Deps, chosen: Chosen & { reason: string }) =>
  changeCharge(deps, chosen, async (inside, charge, booking) => {
    const { by, bookingId, chargeId, reason } = chosen;
    if (charge.state === "waived") return DONE;
    const decided_at = deps.clock.now().toISOString();
    await setCharge(inside, chosen, {
      state: "waived",
      is_by_customer: 0,
      decided_by: by.actor.id,
      decided_at,
      decision_sealed: sealedDecision.encrypt(deps.secrets, chargeId, reason),
    });
    await recordAudit(inside, by, "charge.waived", ["booking", bookingId], { note: noteOf(charge) });
    if (charge.answerBy !== null && charge.state !== "refused")
      await mailReferrer(inside, booking, ["charge-waived", chargeId], { pence: charge.pence });
    return DONE;
  });

/** Staff agree a lower sum than was asked for: the charge is waived, and one of that sum stands in its place. A private
 * person who did not agree to the first is asked about it. */
export const lowerCharge = (deps: Deps, chosen: Chosen & { pence: number; reason: string }) =>
  changeCharge(deps, chosen, async (inside, charge, booking) => {
    const { by, bookingId, chargeId, pence, reason } = chosen;
    if (charge.isInvoiced) return refused("invoiced");
    if (charge.state === "waived") return refused("decided");
    if (pence >= charge.pence) return refused("not-lower");
    const row = await inside.db
      .selectFrom("charges")
      .selectAll()
      .where("id", "=", chargeId)
      .executeTakeFirstOrThrow();
    const now = deps.clock.now();
    const [id, at] = [deps.ids.uuid(), now.toISOString()];
    const isAgreed = charge.state === "agreed" || !isOfConsumer(booking);
    const { answerDays } = deps.settings.current().charges;
    const answerBy = isAgreed ? null : addDays(londonDate(now), answerDays);
    const decided = { is_by_customer: 0, decided_by: by.actor.id, decided_at: at } as const;
    const words = `${formatPoundsAndPence(pence)} instead of ${formatPoundsAndPence(charge.pence)}: ${reason}`;
    const sealed = (of: string) => ({ decision_sealed: sealedDecision.encrypt(deps.secrets, of, words) });
    await setCharge(inside, chosen, { ...decided, ...sealed(chargeId), state: "waived" });
    await inside.db
      .insertInto("charges")
      .values({
        ...row,
        id,
        pence,
        answer_by: answerBy,
        proposed_by: by.actor.id,
        proposed_at: at,
        details_sealed: sealedCharge.encrypt(deps.secrets, id, {
          description: charge.description,
          reason: charge.reason,
        }),
        ...(isAgreed
          ? { ...decided, ...sealed(id), state: "agreed" }
          : { ...UNDECIDED, state: "proposed", is_by_customer: 0 }),
      })
      .execute();
    await recordAudit(inside, by, "charge.lowered", ["booking", bookingId], {
      note: `${noteOf(charge)} to ${formatPoundsAndPence(pence)}`,
    });
    if (answerBy !== null)
      await mailReferrer(inside, booking, ["charge-proposed", id], { chargeId: id, pence, answerBy });
    else if (charge.answerBy !== null)
      await mailReferrer(inside, booking, ["charge-waived", chargeId], {
        pence: charge.pence,
        insteadPence: pence,
      });
    return DONE;
  });

/** An invoice that is not made here has it: no invoice of our own takes it any more. */
export const markInvoiced = (deps: Deps, chosen: Chosen) =>
  changeCharge(deps, chosen, async (inside, charge) => {
    const { by, bookingId } = chosen;
    if (charge.state !== "agreed") return refused("not-agreed");
    if (charge.isInvoiced) return DONE;
    await setCharge(inside, chosen, { elsewhere_on: londonDate(deps.clock.now()) });
    await recordAudit(inside, by, "charge.invoiced", ["booking", bookingId], { note: noteOf(charge) });
    return DONE;
  });
