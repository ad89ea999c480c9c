import type { Deps } from "#app/deps.server.ts";
import { recordAudit, type ActedBy, type ActedByRequest } from "#app/features/audit/record-audit.server.ts";
import type { BookingRow } from "#app/features/booking/fields/tables.ts";
import {
  changeBooking,
  DONE,
  refused,
  type Inside,
  type KeptNow,
  type Refused,
} from "#app/features/booking/record/change-booking.server.ts";
import type { IsoDate } from "#app/platform/dates.ts";
import { formatPoundsAndPence } from "#app/platform/money.ts";
import type { PaymentRow } from "../tables.ts";
import { lockAccount } from "./lock-account.server.ts";
import { reopenLine } from "../bank/lines.server.ts";
import { insertPayment, paymentsOf } from "./payments.server.ts";
import { readAccount, type BookingAccount } from "./read-account.server.ts";
import { storeAccount } from "./store-account.server.ts";

/** `again`: the same amount of that day is recorded already, and the page did not say so. `paid-back`: taken back, more
 * would have been paid back than came in. */
export type PaymentProblem =
  | KeptNow
  | "no-invoice"
  | "booked"
  | "too-much"
  | "changed"
  | "again"
  | "paid-back";

/** `pence` is the amount in question; `same` names the payments that are like it, for a form that wants another. */
export type PaymentRefusal = Refused<PaymentProblem> & { pence?: number; same?: string };
export type PaymentResult = { ok: true } | PaymentRefusal;

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
  /** The payments of this amount and day that the page named, where it is recorded by hand. Others are asked about. */
  seenSame?: string;
};

/** The account that a payment is for, locked until the end of the transaction. */
async function changeAccount(
  deps: Deps,
  { bookingId, ...by }: Pick<NewMove, "bookingId" | "actor">,
  work: (inside: Inside, booking: BookingRow, read: BookingAccount) => Promise<PaymentResult>,
): Promise<PaymentResult> {
  return changeBooking(deps, { bookingId, by }, async (inside, booking): Promise<PaymentResult> => {
    await lockAccount(inside.db, bookingId);
    const read = await readAccount(inside, booking);
    return read.account.invoices.length === 0 ? refused("no-invoice") : work(inside, booking, read);
  });
}

async function record(
  deps: Deps,
  move: NewMove,
  check: (account: { creditPence: number; openPence: number }) => PaymentProblem | null,
): Promise<PaymentResult> {
  return changeAccount(deps, move, async (inside, booking, { account }) => {
    const problem = check(account);
    if (problem) return refused(problem);
    const same = await samePayments(inside, move);
    if (move.seenSame !== undefined && same !== "" && same !== move.seenSame)
      return { ...refused("again"), pence: move.pence, same };
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

/** Names the payments of a booking that have this amount and day; empty without any. */
async function samePayments({ db }: Inside, { bookingId, pence, on }: NewMove): Promise<string> {
  const rows = await db
    .selectFrom("payments")
    .select("id")
    .where("booking_id", "=", bookingId)
    .where("pence", "=", pence)
    .where("moved_on", "=", on)
    .where("undone_at", "is", null)
    .execute();
  return rows.length === 0 ? "" : [bookingId, pence, on, rows.length].join(" ");
}

/** Records money that came in for a booking. It pays its oldest invoice first; what is too much stays as its credit. */
export async function recordPayment(deps: Deps, payment: NewMove): Promise<PaymentResult> {
  const { seenOpen } = payment;
  return record(deps, payment, ({ openPence }) =>
    seenOpen === undefined || seenOpen === openPence ? null : "changed",
  );
}

/** Records that a credit, or a part of it, was paid back. `pence` is positive. */
export async function recordRefund(deps: Deps, refund: NewMove): Promise<PaymentResult> {
  return record(deps, { ...refund, pence: -refund.pence }, ({ creditPence }) => {
    if (refund.seenCredit !== undefined && refund.seenCredit !== creditPence) return "changed";
    return refund.pence > creditPence ? "too-much" : null;
  });
}

/** Takes a payment or refund back that was recorded by mistake. Both stay in the history. The line of a bank file is to
 * be matched again. A payment stays while what came in without it is less than what was paid back. */
export async function undoPayment(
  deps: Deps,
  undo: ActedByRequest & { paymentId: string },
): Promise<PaymentResult> {
  const row = await deps.db
    .selectFrom("payments")
    .select(["booking_id", "pence", "line_hash"])
    .where("id", "=", undo.paymentId)
    .executeTakeFirst();
  if (!row) return refused("not-found");
  return changeAccount(deps, { ...undo, bookingId: row.booking_id }, async (inside, booking, read) => {
    const { receivedPence, refundedPence } = read.account;
    const undone = await inside.db
      .updateTable("payments")
      .set({ undone_at: deps.clock.now().toISOString(), undone_by: undo.actor.id, line_hash: null })
      .where("id", "=", undo.paymentId)
      .where("undone_at", "is", null)
      .executeTakeFirst();
    if (undone.numUpdatedRows === 0n) return DONE;
    if (receivedPence - Math.max(0, row.pence) < refundedPence)
      return { ...refused("paid-back"), pence: refundedPence };
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
