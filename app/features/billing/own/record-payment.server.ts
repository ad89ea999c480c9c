import type { Deps } from "#app/deps.server.ts";
import { recordAudit, type ActedBy, type ActedByRequest } from "#app/features/audit/record-audit.server.ts";
import type { BookingRow } from "#app/features/booking/fields/tables.ts";
import {
  changeBooking,
  DONE,
  refused,
  type Inside,
  type KeptNow,
  type Result,
} from "#app/features/booking/record/change-booking.server.ts";
import type { IsoDate } from "#app/platform/dates.ts";
import { formatPoundsAndPence } from "#app/platform/money.ts";
import type { PaymentRow } from "../tables.ts";
import { lockAccount } from "./lock-account.server.ts";
import { reopenLine } from "../bank/lines.server.ts";
import { insertPayment, paymentsOf } from "./payments.server.ts";
import { readAccount, type BookingAccount } from "./read-account.server.ts";
import { storeAccount } from "./store-account.server.ts";

export type PaymentProblem = KeptNow | "no-invoice" | "booked" | "too-much" | "changed";

type NewMove = ActedBy & {
  bookingId: string;
  pence: number;
  way: PaymentRow["way"];
  on: IsoDate;
  note: string;
  /** The line of a bank file; null for one that was recorded by hand. */
  lineHash?: string;
  source?: "card";
  /** The balance that the page of a refund showed; another one is refused. */
  seenCredit?: number;
  /** The rest to pay that the page of a payment showed; another one is refused. */
  seenOpen?: number;
};

/** The account that a payment is for, locked until the end of the transaction. */
async function changeAccount(
  deps: Deps,
  { bookingId, ...by }: Pick<NewMove, "bookingId" | "actor">,
  work: (inside: Inside, booking: BookingRow, read: BookingAccount) => Promise<Result<PaymentProblem>>,
): Promise<Result<PaymentProblem>> {
  return changeBooking(deps, { bookingId, by }, async (inside, booking) => {
    await lockAccount(inside.db, bookingId);
    const read = await readAccount(inside, booking);
    return read.account.invoices.length === 0 ? refused("no-invoice") : work(inside, booking, read);
  });
}

async function record(
  deps: Deps,
  move: NewMove,
  check: (account: { creditPence: number; openPence: number }) => PaymentProblem | null,
): Promise<Result<PaymentProblem>> {
  return changeAccount(deps, move, async (inside, booking, { account }) => {
    const problem = check(account);
    if (problem) return refused(problem);
    const isNew = await insertPayment(inside.db, inside, {
      ...{ booking_id: move.bookingId, pence: move.pence, way: move.way, moved_on: move.on },
      source: move.source ?? (move.lineHash === undefined ? "hand" : "bank"),
      ...{ note: move.note, lineHash: move.lineHash ?? null, recordedBy: move.actor.id },
    });
    if (!isNew) return refused("booked");
    const action = move.pence > 0 ? "payment.recorded" : "payment.refunded";
    await recordAudit(inside.db, inside, move, action, ["booking", move.bookingId], {
      note: formatPoundsAndPence(Math.abs(move.pence)),
    });
    await storeAccount(inside.db, inside, booking);
    return DONE;
  });
}

/** Records money that came in for a booking. It pays its oldest invoice first; what is too much stays as its credit. */
export async function recordPayment(deps: Deps, payment: NewMove): Promise<Result<PaymentProblem>> {
  const { seenOpen } = payment;
  return record(deps, payment, ({ openPence }) =>
    seenOpen === undefined || seenOpen === openPence ? null : "changed",
  );
}

/** Records that a credit, or a part of it, was paid back. `pence` is positive. */
export async function recordRefund(deps: Deps, refund: NewMove): Promise<Result<PaymentProblem>> {
  return record(deps, { ...refund, pence: -refund.pence }, ({ creditPence }) => {
    if (refund.seenCredit !== undefined && refund.seenCredit !== creditPence) return "changed";
    return refund.pence > creditPence ? "too-much" : null;
  });
}

/** Takes a payment or refund back that was recorded by mistake. Both stay in the history. The line of a bank file is to
 * be matched again. */
export async function undoPayment(
  deps: Deps,
  undo: ActedByRequest & { paymentId: string },
): Promise<Result<PaymentProblem>> {
  const row = await deps.db
    .selectFrom("payments")
    .select(["booking_id", "pence", "line_hash"])
    .where("id", "=", undo.paymentId)
    .executeTakeFirst();
  if (!row) return refused("not-found");
  return changeAccount(deps, { ...undo, bookingId: row.booking_id }, async (inside, booking) => {
    const undone = await inside.db
      .updateTable("payments")
      .set({ undone_at: deps.clock.now().toISOString(), undone_by: undo.actor.id, line_hash: null })
      .where("id", "=", undo.paymentId)
      .where("undone_at", "is", null)
      .executeTakeFirst();
    if (undone.numUpdatedRows === 0n) return DONE;
    if (row.line_hash !== null) {
      const words = (await paymentsOf(inside, row.booking_id)).find(({ id }) => id === undo.paymentId)!.note;
      await reopenLine(inside.db, inside.secrets, { hash: row.line_hash, words });
    }
    await recordAudit(inside.db, inside, undo, "payment.undone", ["booking", row.booking_id], {
      note: formatPoundsAndPence(Math.abs(row.pence)),
    });
    await storeAccount(inside.db, inside, booking);
    return DONE;
  });
}
