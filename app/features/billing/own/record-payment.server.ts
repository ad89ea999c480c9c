import type { Deps } from "#app/deps.server.ts";
import { recordAudit, type ActedByRequest } from "#app/features/audit/record-audit.server.ts";
import { findBooking } from "#app/features/booking/record/find-booking.server.ts";
import { whyKeptOut } from "#app/features/booking/record/booking-to-change.server.ts";
import type { KeptOut } from "#app/features/data-protection/restriction.ts";
import { transact, type Executor } from "#app/platform/database.server.ts";
import type { IsoDate } from "#app/platform/dates.ts";
import { formatPoundsAndPence } from "#app/platform/money.ts";
import type { PaymentRow } from "../tables.ts";
import { lockAccount } from "./lock-account.server.ts";
import { insertPayment } from "./payments.server.ts";
import { readAccount } from "./read-account.server.ts";
import { storeAccount } from "./store-account.server.ts";

export type PaymentProblem = KeptOut | "not-found" | "no-invoice" | "booked" | "too-much" | "changed";

type NewMove = ActedByRequest & {
  bookingId: string;
  pence: number;
  way: PaymentRow["way"];
  on: IsoDate;
  note: string;
  /** The line of a bank file; null for one that was recorded by hand. */
  lineHash?: string;
  /** The balance that the page of a refund showed; another one is refused. */
  seenCredit?: number;
};

type Inside = Deps & { db: Executor };

const inside = (deps: Deps, trx: Executor) => ({ ...deps, db: trx }) as Inside;

/** The account that a payment is for, locked until the end of the transaction. */
async function openForPayment(trx: Executor, deps: Deps, move: Pick<NewMove, "bookingId" | "actor">) {
  await lockAccount(trx, move.bookingId);
  const keptOut = await whyKeptOut(trx, move.bookingId, move);
  if (keptOut) return keptOut;
  const booking = await findBooking(trx, move.bookingId);
  if (!booking) return "not-found";
  const read = await readAccount(inside(deps, trx), booking);
  return read.account.invoices.length === 0 ? "no-invoice" : { booking, read };
}

async function record(
  deps: Deps,
  move: NewMove,
  check: (account: { creditPence: number }) => PaymentProblem | null,
): Promise<PaymentProblem | null> {
  const problem = await transact(deps.db, async (trx): Promise<PaymentProblem | null> => {
    const opened = await openForPayment(trx, deps, move);
    if (typeof opened === "string") return opened;
    const refused = check(opened.read.account);
    if (refused) return refused;
    const isNew = await insertPayment(trx, deps, {
      ...{ booking_id: move.bookingId, pence: move.pence, way: move.way, moved_on: move.on },
      source: move.lineHash === undefined ? "hand" : "bank",
      ...{ note: move.note, lineHash: move.lineHash ?? null, recordedBy: move.actor.id },
    });
    if (!isNew) return "booked";
    const action = move.pence > 0 ? "payment.recorded" : "payment.refunded";
    await recordAudit(trx, deps, move, action, ["booking", move.bookingId], {
      note: formatPoundsAndPence(Math.abs(move.pence)),
    });
    await storeAccount(trx, deps, opened.booking);
    return null;
  });
  deps.jobs.wake();
  return problem;
}

/** Records money that came in for a booking. It pays its oldest invoice first; what is too much stays as its credit. */
export async function recordPayment(deps: Deps, payment: NewMove): Promise<PaymentProblem | null> {
  return record(deps, payment, () => null);
}

/** Records that a credit, or a part of it, was paid back. `pence` is positive. */
export async function recordRefund(deps: Deps, refund: NewMove): Promise<PaymentProblem | null> {
  return record(deps, { ...refund, pence: -refund.pence }, ({ creditPence }) => {
    if (refund.seenCredit !== undefined && refund.seenCredit !== creditPence) return "changed";
    return refund.pence > creditPence ? "too-much" : null;
  });
}

/** Takes a payment or refund back that was recorded by mistake. Both stay in the history. */
export async function undoPayment(
  deps: Deps,
  undo: ActedByRequest & { paymentId: string },
): Promise<PaymentProblem | null> {
  const row = await deps.db
    .selectFrom("payments")
    .select(["booking_id", "pence"])
    .where("id", "=", undo.paymentId)
    .executeTakeFirst();
  if (!row) return "not-found";
  return transact(deps.db, async (trx): Promise<PaymentProblem | null> => {
    const opened = await openForPayment(trx, deps, { ...undo, bookingId: row.booking_id });
    if (typeof opened === "string") return opened;
    const undone = await trx
      .updateTable("payments")
      .set({ undone_at: deps.clock.now().toISOString(), undone_by: undo.actor.id })
      .where("id", "=", undo.paymentId)
      .where("undone_at", "is", null)
      .executeTakeFirst();
    if (undone.numUpdatedRows === 0n) return null;
    await recordAudit(trx, deps, undo, "payment.undone", ["booking", row.booking_id], {
      note: formatPoundsAndPence(Math.abs(row.pence)),
    });
    await storeAccount(trx, deps, opened.booking);
    return null;
  });
}
