import { setTimeout as wait } from "node:timers/promises";
import type { Deps } from "#app/deps.server.ts";
import { runJob } from "#app/features/outbox/run-job.server.ts";
import { workerId, claimJob } from "#app/features/outbox/leases.server.ts";
import { describeError } from "#app/platform/log.server.ts";
import type { ToInvoice } from "#app/features/booking/money/payment-terms.ts";
import type { BookingRow } from "#app/features/booking/fields/tables.ts";
import { enqueueInvoice, invoiceKey } from "#app/features/booking/money/enqueue-invoice.server.ts";
import { findInvoice, type BookingInvoice } from "./invoice-state.server.ts";
import { accountingNow } from "./makers.server.ts";
import { makeInvoice } from "./make-invoice.server.ts";

/** A page may take 8 s: this leaves half a second for the rest. */
const PAGE_WAIT_MS = 7500;
const LOOK_AGAIN_MS = 100;

type InvoiceOutcome =
  | { state: "ready"; invoice: BookingInvoice }
  /** Not made yet: it follows by e-mail. */
  | { state: "following" }
  /** Nothing priced, or paid later without a deposit invoice. */
  | { state: "none" };

type Booking = ToInvoice & Pick<BookingRow, "id">;

async function jobOf(deps: Deps, bookingId: string) {
  return deps.db
    .selectFrom("outbox")
    .select(["id", "state"])
    .where("dedupe_key", "=", invoiceKey(bookingId))
    .executeTakeFirst();
}

async function attend(deps: Deps, jobId: string, booking: Booking, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const row = await claimJob(deps.db, { id: jobId, now: deps.clock.now(), workerId: workerId(deps.env) });
    if (row) {
      await runJob(deps, row, () => makeInvoice(deps, row));
      return;
    }
    const job = await jobOf(deps, booking.id);
    if (job?.state !== "leased") return;
    await wait(LOOK_AGAIN_MS);
  }
}

/** Makes or finds a booking's one invoice, within 8 seconds; otherwise a job goes on and mails it. Never throws the
 * accounting system's errors. The caller has checked the right to the booking. */
export async function createInvoice(
  deps: Deps,
  booking: Booking,
  options: { waitMs?: number } = {},
): Promise<InvoiceOutcome> {
  const existing = await findInvoice(deps, booking.id);
  if (existing) return { state: "ready", invoice: existing };
  await enqueueInvoice(deps, booking);
  const job = await jobOf(deps, booking.id);
  if (!job) return { state: "none" };
  const accounting = accountingNow(deps);
  if (!accounting || (accounting.pausedMs?.() ?? 0) > 0) return { state: "following" };

  const stop = new AbortController();
  const attending = attend(deps, job.id, booking, stop.signal).catch((error: unknown) =>
    deps.log.error("invoice not attended to", describeError(error)),
  );
  const timeout = wait(options.waitMs ?? PAGE_WAIT_MS, undefined, { signal: stop.signal }).catch(() => {});
  await Promise.race([attending, timeout]);
  stop.abort();
  const invoice = await findInvoice(deps, booking.id);
  return invoice ? { state: "ready", invoice } : { state: "following" };
}
