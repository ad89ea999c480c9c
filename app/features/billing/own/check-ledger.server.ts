import type { Deps } from "#app/deps.server.ts";
import { chargesOf } from "#app/features/charges/charge-rows.server.ts";
import { givingWay, inPages, MAX_PIECE } from "#app/kit/pieces.server.ts";
import { londonDate } from "#app/platform/dates.ts";
import { ledgerFaults, SERIES, type LedgerFault } from "./ledger.ts";
import { firstKeptDay, openRow } from "./documents.server.ts";
import { movedOfBookings } from "./payments.server.ts";

type Read = Pick<Deps, "db" | "secrets" | "clock">;

export type LedgerReport = {
  bookings: number;
  faults: { bookingId: string; faults: LedgerFault[] }[];
  /** `INV-000012` and so on: numbers between the first and the last that no document has. */
  missing: { series: string; numbers: number[] }[];
};

/** Bookings whose rows are read together. */
const BATCH = 20;
/** A night checks what changed since the last one and one part of the rest: damage is found within as many days. */
const PARTS = 16;
const DAY_MS = 86_400_000;

/** Checks the ledger law for every booking with a document; with `since` (UTC), for those whose documents or payments
 * changed since then, and for one part in sixteen. Reads alone, and gives way to requests. */
export async function checkLedger(read: Read, since: string | null = null): Promise<LedgerReport> {
  const report: LedgerReport = { bookings: 0, faults: [], missing: [] };
  if (since !== null) await checkBookings(read, await changedSince(read, since), report);
  const tonight = ((Date.parse(londonDate(read.clock.now())) / DAY_MS) % PARTS).toString(PARTS);
  const bookings = inPages<{ booking_id: string }>((last) =>
    read.db
      .selectFrom("invoice_documents")
      .select("booking_id")
      .distinct()
      .where("booking_id", ">", last?.booking_id ?? "")
      .orderBy("booking_id")
      .limit(MAX_PIECE)
      .execute(),
  );
  for await (const page of bookings) {
    const ids = page.map(({ booking_id }) => booking_id);
    const chosen = since === null ? ids : ids.filter((id) => id.endsWith(tonight));
    await checkBookings(read, chosen, report);
  }
  for (const series of SERIES) {
    const numbers = await missingNumbers(read, series);
    if (numbers.length > 0) report.missing.push({ series, numbers });
  }
  return report;
}

async function changedSince({ db }: Read, since: string): Promise<string[]> {
  const issued = await db
    .selectFrom("invoice_documents")
    .select("booking_id")
    .where("issued_at", ">=", since)
    .execute();
  const payments = db.selectFrom("payments").select("booking_id");
  const recorded = await payments.where("recorded_at", ">=", since).execute();
  const undone = await payments.where("undone_at", ">=", since).execute();
  return [...new Set([...issued, ...recorded, ...undone].map(({ booking_id }) => booking_id))];
}

async function checkBookings(read: Read, bookingIds: readonly string[], report: LedgerReport): Promise<void> {
  const { db, secrets } = read;
  const giveWay = givingWay();
  for (let start = 0; start < bookingIds.length; start += BATCH) {
    await giveWay();
    const piece = bookingIds.slice(start, start + BATCH);
    const rows = await db
      .selectFrom("invoice_documents")
      .selectAll()
      .where("booking_id", "in", piece)
      .orderBy("issued_at")
      .orderBy("id")
      .execute();
    const documentsOf = Map.groupBy(rows, ({ booking_id }) => booking_id);
    const shown = await db
      .selectFrom("invoices")
      .selectAll()
      .where("booking_id", "in", piece)
      .where("maker", "=", "own")
      .execute();
    const shownOf = new Map(shown.map((row) => [row.booking_id, row]));
    const chargesOfBooking = Map.groupBy(await chargesOf(read, piece), ({ bookingId }) => bookingId);
    const moved = await movedOfBookings(read, piece);
    for (const bookingId of piece) {
      // A payment alone makes no account.
      if (!documentsOf.has(bookingId)) continue;
      await giveWay();
      const documents = documentsOf.get(bookingId)!.map((row) => {
        const { content, ...issued } = openRow(secrets, row);
        return { ...issued, vatPence: row.vat_pence, lines: content.lines };
      });
      const row = shownOf.get(bookingId);
      const charges = (chargesOfBooking.get(bookingId) ?? []).flatMap(({ documentId, pence }) =>
        documentId === null ? [] : [{ documentId, pence }],
      );
      const faults = ledgerFaults(
        documents,
        moved.get(bookingId) ?? [],
        row
          ? {
              totalPence: row.vendor_total_pence ?? row.amount_pence,
              creditedPence: row.credited_pence ?? 0,
              paidPence: row.paid_pence ?? 0,
              isSettled: row.vendor_status === "paid",
            }
          : null,
        charges,
      );
      if (faults.length > 0) report.faults.push({ bookingId, faults });
      report.bookings += 1;
    }
  }
}

/** Numbers that are missing between the first and the last of the kept ones. */
async function missingNumbers({ db, clock }: Read, series: (typeof SERIES)[number]): Promise<number[]> {
  const missing: number[] = [];
  let expected: number | null = null;
  const numbers = inPages<{ number: number }>((last) =>
    db
      .selectFrom("invoice_documents")
      .select("number")
      .where("series", "=", series)
      .where("number", ">", last?.number ?? 0)
      // Older ones of erased bookings were deleted.
      .where("issued_on", ">=", firstKeptDay(clock.now()))
      .orderBy("number")
      .limit(MAX_PIECE)
      .execute(),
  );
  for await (const page of numbers)
    for (const { number } of page) {
      for (expected ??= number; expected < number; expected += 1) missing.push(expected);
      expected = number + 1;
    }
  return missing;
}
