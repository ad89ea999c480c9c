import type { Deps } from "#app/deps.server.ts";
import { SYSTEM } from "#app/features/audit/record-audit.server.ts";
import { readAccount } from "#app/features/billing/own/read-account.server.ts";
import { storeLines } from "#app/features/billing/bank/lines.server.ts";
import { disputeInvoice } from "#app/features/billing/dispute-invoice.server.ts";
import { recordPayment } from "#app/features/billing/own/record-payment.server.ts";
import { accountState, issueCreditNote } from "#app/features/billing/own/issue.server.ts";
import { findBooking } from "#app/features/booking/record/find-booking.server.ts";
import { addDays, londonDate, type IsoDate } from "#app/platform/dates.ts";
import type { fixedClock } from "./fixed-clock.ts";

type SeedDeps = Deps & { clock: ReturnType<typeof fixedClock>; today: Date };

const BY = { actor: SYSTEM, requestId: "seed" };
const DISPUTE = "They say that the second visit was not agreed.";
const HOUR_MS = 3_600_000;

/** The fates of the newest invoices, the newest first. */
const NEWEST = ["nothing", "part", "too-much"] as const;
/** So many of the others were not paid by their day. */
const OVERDUE = 2;

/** Pays the invoices that were made here, each some days after it was issued: most of them in full, one in part, one
 * too much, and a few not at all, so that they are overdue. A cancelled booking's invoice is credited. */
export async function seedPayments(deps: SeedDeps): Promise<void> {
  const rows = await deps.db
    .selectFrom("invoices")
    .select(["booking_id", "issued_on"])
    .where("maker", "=", "own")
    .orderBy("created_at", "desc")
    .execute();
  const today = londonDate(deps.today);
  let [index, overdue] = [0, 0];
  for (const { booking_id: bookingId, issued_on } of rows) {
    const booking = (await findBooking(deps.db, bookingId))!;
    const read = await readAccount(deps, booking);
    const { openPence, invoices, dueOn } = read.account;
    if (booking.status === "cancelled") {
      setDay(deps, londonDate(new Date(booking.updated_at)));
      const credit = { bookingId, invoiceId: invoices[0]!.id, pence: openPence };
      const seen = accountState(booking, read);
      refuse(await issueCreditNote(deps, { ...BY, ...credit, seen, reason: "The booking was cancelled" }));
      continue;
    }
    const fate = NEWEST[index] ?? "full";
    index += 1;
    if (fate === "full" && dueOn! < today && overdue < OVERDUE) {
      overdue += 1;
      if (overdue === OVERDUE) refuse(await disputeInvoice(deps, { ...BY, bookingId, reason: DISPUTE }));
    } else if (fate !== "nothing")
      await pay(deps, { bookingId, openPence, fate, issuedOn: issued_on, days: 2 + (index % 7) });
  }
}

/** Lines of the bank that wait: one with a reference, one with a name alone, and one that pays no booking. */
export async function seedBankLines(deps: SeedDeps): Promise<void> {
  const rows = await deps.db
    .selectFrom("invoices")
    .innerJoin("bookings", "bookings.id", "invoices.booking_id")
    .select(["reference", "referrer_first_name", "referrer_last_name", "amount_pence", "paid_pence"])
    .where("maker", "=", "own")
    .where("vendor_status", "=", "authorised")
    .orderBy("invoices.created_at")
    .limit(2)
    .execute();
  const day = addDays(londonDate(deps.today), -1);
  const [first, second] = rows;
  const lines = [
    ...(first
      ? [{ day, pence: first.amount_pence - (first.paid_pence ?? 0), words: `FPI ${first.reference}` }]
      : []),
    ...(second
      ? [{ day, pence: 150_00, words: `${second.referrer_first_name[0]} ${second.referrer_last_name} · BGC` }]
      : []),
    { day, pence: 12_34, words: "INTEREST" },
  ];
  await storeLines(deps, { lines: lines.map((line) => ({ ...line, doubt: "" })) });
}

type Paid = {
  bookingId: string;
  openPence: number;
  fate: "part" | "too-much" | "full";
  issuedOn: IsoDate;
  /** Days from the invoice to the payment. */
  days: number;
};

async function pay(deps: SeedDeps, { bookingId, openPence, fate, issuedOn, days }: Paid) {
  const pence = { part: 100_00, "too-much": openPence + 10_00, full: openPence }[fate];
  const on = setDay(deps, addDays(issuedOn, days));
  refuse(await recordPayment(deps, { ...BY, bookingId, pence, way: "bank", on, note: "" }));
}

/** Ten o'clock of a day, at the latest an hour before the end of the demonstration. Returns the day. */
function setDay(deps: SeedDeps, day: IsoDate): IsoDate {
  const at = Math.min(Date.parse(`${day}T10:00:00Z`), deps.today.getTime() - HOUR_MS);
  deps.clock.set(new Date(at).toISOString());
  return londonDate(deps.clock.now());
}

function refuse(result: { ok: true } | { ok: false; problem: string }) {
  if (!result.ok) throw new Error(`A demonstration payment is refused: ${result.problem}`);
}
