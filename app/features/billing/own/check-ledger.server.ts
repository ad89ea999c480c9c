import type { Deps } from "#app/deps.server.ts";
import { chargesOf } from "#app/features/charges/charge-rows.server.ts";
import { ledgerFaults, missingNumbers, SERIES, type LedgerFault } from "./ledger.ts";
import { firstKeptDay, openRow } from "./documents.server.ts";
import { movedOf } from "./payments.server.ts";

type Read = Pick<Deps, "db" | "secrets" | "clock">;

export type LedgerReport = {
  bookings: number;
  faults: { bookingId: string; faults: LedgerFault[] }[];
  /** `INV-000012` and so on: numbers between the first and the last that no document has. */
  missing: { series: string; numbers: number[] }[];
};

const BATCH = 200;

/** Checks the ledger law for every booking with a document, a few at a time. Reads alone. */
export async function checkLedger({ db, secrets, clock }: Read): Promise<LedgerReport> {
  const report: LedgerReport = { bookings: 0, faults: [], missing: [] };
  let after = "";
  for (;;) {
    const bookings = await db
      .selectFrom("invoice_documents")
      .select("booking_id")
      .distinct()
      .where("booking_id", ">", after)
      .orderBy("booking_id")
      .limit(BATCH)
      .execute();
    if (bookings.length === 0) break;
    const ids = bookings.map(({ booking_id }) => booking_id);
    const rows = await db
      .selectFrom("invoice_documents")
      .selectAll()
      .where("booking_id", "in", ids)
      .orderBy("issued_at")
      .orderBy("id")
      .execute();
    const shown = await db.selectFrom("invoices").selectAll().where("booking_id", "in", ids).execute();
    const charges = await chargesOf({ db, secrets }, ids);
    for (const bookingId of ids) {
      const documents = rows
        .filter(({ booking_id }) => booking_id === bookingId)
        .map((row) => {
          const { content, ...issued } = openRow(secrets, row);
          return { ...issued, vatPence: row.vat_pence, lines: content.lines };
        });
      const row = shown.find(({ booking_id, maker }) => booking_id === bookingId && maker === "own");
      const faults = ledgerFaults(
        documents,
        await movedOf({ db }, bookingId),
        row
          ? {
              totalPence: row.vendor_total_pence ?? row.amount_pence,
              creditedPence: row.credited_pence ?? 0,
              paidPence: row.paid_pence ?? 0,
              isSettled: row.vendor_status === "paid",
            }
          : null,
        charges.flatMap((charge) =>
          charge.bookingId === bookingId && charge.documentId !== null
            ? [{ documentId: charge.documentId, pence: charge.pence }]
            : [],
        ),
      );
      if (faults.length > 0) report.faults.push({ bookingId, faults });
      report.bookings += 1;
    }
    after = ids.at(-1)!;
  }
  for (const series of SERIES) {
    const rows = await db
      .selectFrom("invoice_documents")
      .select("number")
      .where("series", "=", series)
      // Older ones of erased bookings were deleted.
      .where("issued_on", ">=", firstKeptDay(clock.now()))
      .execute();
    const numbers = missingNumbers(rows.map(({ number }) => number));
    if (numbers.length > 0) report.missing.push({ series, numbers });
  }
  return report;
}
