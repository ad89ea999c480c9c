import type { Deps } from "#app/deps.server.ts";
import { DeliveryError } from "#app/integrations/delivery-error.ts";
import { transact } from "#app/platform/database.server.ts";
import { invoiceRow } from "./invoice-row.server.ts";
import { accountingOf } from "./makers.server.ts";
import { AGAIN_MS, DAY_MS, later, storeReading, type Invoice } from "./store-reading.server.ts";
import type { Maker } from "./tables.ts";

/** One call takes no more. */
const INVOICES_AT_ONCE = 50;

/** The batch that was not read for the longest time. It is due again in ten minutes unless it was read by then, so that
 * no other process reads it as well. */
async function claimDue({ db, clock }: Pick<Deps, "db" | "clock">, maker: Maker): Promise<Invoice[]> {
  const now = clock.now();
  const due = db
    .selectFrom("invoices")
    .select("id")
    .where("maker", "=", maker)
    .where("next_read_at", "<=", now.toISOString())
    .orderBy("next_read_at")
    .orderBy("id")
    .limit(INVOICES_AT_ONCE);
  return db
    .updateTable("invoices")
    .set({ next_read_at: later(now, AGAIN_MS) })
    .where("id", "in", due)
    .where("next_read_at", "<=", now.toISOString())
    .returningAll()
    .execute();
}

/** Reads invoices of one maker. */
async function readBatch(deps: Deps, invoices: Invoice[]): Promise<void> {
  const [first] = invoices;
  const accounting = first && accountingOf(deps, first.maker);
  if (!accounting) return;
  const readings = await accounting.readInvoices(invoices.map(({ vendor_id }) => vendor_id));
  const byId = new Map(readings.map((reading) => [reading.vendorId, reading]));
  for (const invoice of invoices) {
    const reading = byId.get(invoice.vendor_id);
    if (reading) await transact(deps, (inside) => storeReading(inside, invoice, reading));
  }
  const missing = invoices.filter(({ vendor_id }) => !byId.has(vendor_id)).map(({ id }) => id);
  if (missing.length === 0) return;
  deps.log.warn("invoices not found where they were made", { count: missing.length });
  const next_read_at = later(deps.clock.now(), DAY_MS);
  await deps.db.updateTable("invoices").set({ next_read_at }).where("id", "in", missing).execute();
}

/** Reads every invoice that is due to be read, fifty a call. Stops quietly while Xero fails: they stay due. Returns how
 * many were read. */
export async function readDueInvoices(deps: Deps, isOver = () => false): Promise<number> {
  return (await readDue(deps, "own", isOver)) + (await readDue(deps, "xero", isOver));
}

async function readDue(deps: Deps, maker: Maker, isOver: () => boolean): Promise<number> {
  let count = 0;
  const accounting = accountingOf(deps, maker);
  while (accounting && (accounting.pausedMs?.() ?? 0) === 0 && !isOver()) {
    const batch = await claimDue(deps, maker);
    if (batch.length === 0) break;
    try {
      await readBatch(deps, batch);
    } catch (error) {
      if (!(error instanceof DeliveryError)) throw error;
      deps.log.warn("invoices not read", { error: error.name, count: batch.length });
      break;
    }
    count += batch.length;
  }
  return count;
}

/** Reads one booking's invoice now. Throws `DeliveryError`; false when there is none, or nobody to ask. */
export async function readInvoiceNow(deps: Deps, bookingId: string): Promise<boolean> {
  const invoice = await invoiceRow(deps.db, bookingId);
  if (!invoice || !accountingOf(deps, invoice.maker)) return false;
  await readBatch(deps, [invoice]);
  return true;
}
