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
import { isErased } from "#app/features/booking/record/erase-booking.server.ts";
import { mailReferrer } from "#app/features/outbox/enqueue-mail.server.ts";
import { londonDate, type IsoDate } from "#app/platform/dates.ts";
import { formatPoundsAndPence } from "#app/platform/money.ts";
import type { PaymentRow } from "../tables.ts";
import { reopenReturn } from "../card/read-soon.server.ts";
import { reopenLine } from "../bank/lines.server.ts";
import type { Owed } from "./owed.ts";
import { insertPayment, paymentsOf } from "./payments.server.ts";
import { lockAccount, readAccount, type BookingAccount } from "./read-account.server.ts";
import { storeAccount } from "./store-account.server.ts";

/** `again`: the same amount of that day is recorded already, and the page did not say so. `paid-back`: taken back, more
 * would have been paid back than came in. */
export type PaymentProblem =
  | KeptNow
  | ("no-invoice" | "booked" | "too-much" | "changed" | "again" | "same-booking")
  | ("more-than-open" | "paid-back");

/** `pence` is the amount in question; `same` names the payments that are like it, for a form that wants another. */
export type PaymentRefusal = Refused<PaymentProblem> & { pence?: number; same?: string; why?: string };
export type PaymentResult = { ok: true } | PaymentRefusal;

type NewMove = ActedBy & {
  bookingId: string;
  pence: number;
  way: PaymentRow["way"];
  on: IsoDate;
  note: string;
  /** The line of a bank file; null for a further part of one. */
  lineHash?: string | null;
  source?: "card" | "moved";
  /** The payer's bank took the money, so that nobody tells the payer. */
  isBanks?: boolean;
  /** Names what was recorded together. */
  actId?: string;
  /** The balance that the page of a refund showed; another one is refused. */
  seenCredit?: number;
  /** The rest to pay that the page of a payment showed; another one is refused. */
  seenOpen?: number;
  /** The payments of this amount and day that the page named, where it is recorded by hand. Others are asked about. */
  seenSame?: string;
};

/** The account that a payment is for, locked until the end of the transaction. Money that moved is recorded of an
 * erased booking, too, without words. */
async function changeAccount(
  deps: Deps,
  { bookingId, whenErased, ...by }: Pick<NewMove, "bookingId" | "actor"> & { whenErased: boolean },
  work: (inside: Inside, booking: BookingRow, read: BookingAccount) => Promise<PaymentResult>,
): Promise<PaymentResult> {
  const change = { bookingId, by, ...(whenErased && { whenErased }) };
  return changeBooking(deps, change, async (inside, booking): Promise<PaymentResult> => {
    await lockAccount(inside.db, bookingId);
    const read = await readAccount(inside, booking);
    return read.account.invoices.length === 0 ? refused("no-invoice") : work(inside, booking, read);
  });
}

async function record(
  deps: Deps,
  move: NewMove,
  check: (owed: Owed, account: BookingAccount["account"]) => PaymentProblem | null,
): Promise<PaymentResult> {
  // A card payment of an erased booking is to be looked at, and no credit moves to one.
  const whenErased = move.source === undefined;
  return changeAccount(deps, { ...move, whenErased }, async (inside, booking, { owed, account }) => {
    const problem = check(owed, account);
    if (problem) return refused(problem);
    const same = await samePayments(inside, move);
    if (move.seenSame !== undefined && same !== "" && same !== move.seenSame)
      return { ...refused("again"), pence: move.pence, same };
    const id = await insertPayment(inside.db, inside, {
      booking_id: move.bookingId,
      pence: move.pence,
      way: move.way,
      moved_on: move.on,
      source: move.source ?? (move.lineHash === undefined ? "hand" : "bank"),
      note: isErased(booking) ? "" : move.note,
      lineHash: move.lineHash ?? null,
      recordedBy: move.actor.id,
      actId: move.actId ?? null,
    });
    if (id === null) return refused("booked");
    const cash = move.pence > 0 ? "payment.recorded" : "payment.refunded";
    const action = move.source === "moved" ? "payment.moved" : cash;
    const amount = formatPoundsAndPence(Math.abs(move.pence));
    await recordAudit(inside, move, action, ["booking", move.bookingId], {
      note: move.source === "moved" ? `${amount} ${move.note}` : amount,
    });
    await storeAccount(inside, booking);
    if (move.pence < 0 && move.source !== "moved" && !move.isBanks && !isErased(booking))
      await mailReferrer(inside, booking, ["payment-refunded", id], { pence: -move.pence, on: move.on });
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
  return record(deps, payment, ({ toPayPence }) =>
    seenOpen === undefined || seenOpen === toPayPence ? null : "changed",
  );
}

/** Records that a credit, or a part of it, was paid back. `pence` is positive. */
export async function recordRefund(deps: Deps, refund: NewMove): Promise<PaymentResult> {
  return record(deps, { ...refund, pence: -refund.pence }, ({ payBackPence }) => {
    if (refund.seenCredit !== undefined && refund.seenCredit !== payBackPence) return "changed";
    return refund.pence > payBackPence ? "too-much" : null;
  });
}

/** Records money that the card service paid back, or that the payer's bank took: it may be to be paid again. `pence` is
 * negative. No more goes back than came in. */
export async function recordReturned(deps: Deps, move: NewMove): Promise<PaymentResult> {
  return record(deps, move, (_, { receivedPence, refundedPence }) =>
    receivedPence - refundedPence + move.pence < 0 ? "too-much" : null,
  );
}

type Parts = Omit<NewMove, "bookingId" | "pence" | "seenOpen"> & {
  /** One for each booking. */
  parts: readonly { bookingId: string; pence: number; seenOpen?: number }[];
};

const byBooking = <Part extends { bookingId: string }>(parts: readonly Part[]) =>
  parts.toSorted((a, b) => (a.bookingId < b.bookingId ? -1 : 1));

/** Records a sum that pays several bookings: all parts, or none. They are taken back together. */
export async function recordParts(deps: Deps, { parts, lineHash, seenSame, ...payment }: Parts) {
  const [first] = byBooking(parts);
  const actId = parts.length > 1 ? deps.ids.uuid() : undefined;
  const asked = seenSame?.split(";") ?? [];
  const change = { bookingId: first!.bookingId, by: payment, whenErased: true as const };
  return changeBooking(deps, change, async (inside): Promise<PaymentResult> => {
    for (const part of byBooking(parts)) {
      const recorded = await recordPayment(inside, {
        ...payment,
        ...part,
        ...(actId !== undefined && { actId }),
        // A line of the bank is named once, and known by all of its parts.
        ...(lineHash !== undefined && { lineHash: part === first ? lineHash : null }),
        ...(seenSame !== undefined && {
          seenSame: asked.findLast((one) => one.startsWith(part.bookingId)) ?? "",
        }),
      });
      if (!recorded.ok && recorded.same !== undefined)
        return { ...recorded, same: [...asked.slice(-20), recorded.same].filter(Boolean).join(";") };
      if (!recorded.ok) return recorded;
    }
    return DONE;
  });
}

type CreditMove = ActedByRequest & {
  from: Pick<BookingRow, "id" | "reference">;
  to: Pick<BookingRow, "id" | "reference">;
  pence: number;
  seenCredit: number;
};

/** Moves a credit, or a part of it, to what is open of another booking. */
export async function moveCredit(deps: Deps, { from, to, pence, seenCredit, ...by }: CreditMove) {
  if (from.id === to.id) return refused("same-booking");
  return changeBooking(deps, { bookingId: from.id, by }, async (inside): Promise<PaymentResult> => {
    for (const id of [from.id, to.id].sort()) await lockAccount(inside.db, id);
    const on = londonDate(deps.clock.now());
    const move = { ...by, way: "other" as const, on, source: "moved" as const, actId: deps.ids.uuid() };
    const away = await recordRefund(inside, {
      ...move,
      bookingId: from.id,
      pence,
      note: `to ${to.reference}`,
      seenCredit,
    });
    if (!away.ok) return away;
    const here = { ...move, bookingId: to.id, pence, note: `from ${from.reference}` };
    return record(inside, here, ({ toPayPence }) => (pence > toPayPence ? "more-than-open" : null));
  });
}

/** Takes a payment or refund back that was recorded by mistake, with what was recorded together with it. Both stay in
 * the history. The line of a bank file is to be matched again. A payment stays while what came in without it is less
 * than what was paid back or moved on. */
export async function undoPayment(deps: Deps, undo: ActedByRequest & { paymentId: string }) {
  const payments = deps.db.selectFrom("payments").selectAll();
  const row = await payments.where("id", "=", undo.paymentId).executeTakeFirst();
  if (!row) return refused("not-found");
  const together = payments.where("act_id", "=", row.act_id).orderBy("booking_id");
  const rows = row.act_id === null ? [row] : await together.execute();
  const change = { bookingId: row.booking_id, by: undo, whenErased: true as const };
  return changeBooking(deps, change, async (inside): Promise<PaymentResult> => {
    for (const one of rows) {
      const undone = await undoOne(inside, undo, one);
      if (!undone.ok) return undone;
    }
    return DONE;
  });
}

type Undone = Pick<PaymentRow, "id" | "booking_id" | "pence" | "line_hash">;

async function undoOne(deps: Inside, undo: ActedByRequest, row: Undone): Promise<PaymentResult> {
  const change = { ...undo, bookingId: row.booking_id, whenErased: true };
  return changeAccount(deps, change, async (inside, booking, read) => {
    const { receivedPence, refundedPence } = read.account;
    const undone = await inside.db
      .updateTable("payments")
      .set({ undone_at: deps.clock.now().toISOString(), undone_by: undo.actor.id, line_hash: null })
      .where("id", "=", row.id)
      .where("undone_at", "is", null)
      .executeTakeFirst();
    if (undone.numUpdatedRows === 0n) return DONE;
    if (receivedPence - Math.max(0, row.pence) < refundedPence)
      return { ...refused("paid-back"), pence: refundedPence };
    if (row.line_hash !== null) {
      const words = (await paymentsOf(inside, row.booking_id)).find(({ id }) => id === row.id)!.note;
      await reopenLine(inside.db, inside.secrets, { hash: row.line_hash, words });
      await reopenReturn(inside.db, row.line_hash);
    }
    await recordAudit(inside, undo, "payment.undone", ["booking", row.booking_id], {
      note: formatPoundsAndPence(Math.abs(row.pence)),
    });
    await storeAccount(inside, booking);
    return DONE;
  });
}
