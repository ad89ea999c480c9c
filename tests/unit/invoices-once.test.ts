import { expect, test } from "vitest";
import { enqueueInvoice } from "#app/features/booking/money/enqueue-invoice.server.ts";
import { runDueJobs } from "#tests/setup/jobs.ts";
import { createBooking } from "#tests/setup/factories.ts";
import { createXeroDeps } from "#tests/setup/vendors.ts";
import type { Fault, WireRequest } from "#tests/standins/http-standin.ts";
import { ENDURANCE_TIMEOUT_MS, sized } from "./endurance.ts";

const MINUTE = 60_000;

/** Ways in which making an invoice goes wrong, done and undone alike. */
const FAULTS: (Fault | undefined)[] = [
  "cut-after",
  { status: 429, headers: { "Retry-After": "5" } },
  "hang-after",
  { status: 500 },
  { status: 502, isDone: true },
  "hang",
  "cut",
  { status: 503, body: "<html>Maintenance</html>" },
  undefined,
];

/** Any call may fail; the one that makes the invoice does so more often than not. */
function faultyBut(random: () => number, settings: { expireTokens: () => void }) {
  return (request: WireRequest): Fault | undefined => {
    if (request.path === "/connect/token") return undefined;
    if (random() < 0.03) settings.expireTokens();
    const isInvoice = request.method === "PUT" && request.path.endsWith("/Invoices");
    if (random() > (isInvoice ? 0.7 : 0.08)) return undefined;
    return FAULTS[Math.floor(random() * FAULTS.length)];
  };
}

/** A small seeded generator, so that a failure can be seen again. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1664525 + 1013904223) % 4294967296;
    return state / 4294967296;
  };
}

test(
  "however Xero fails, every booking gets one invoice and never two",
  async () => {
    const bookingCount = sized(1000, 40);
    const { deps, xero } = await createXeroDeps({ deadlineMs: sized(400, 150), hasBreaker: true });
    // Without Xero's own help: our search by reference alone must prevent doubles.
    xero.settings.honoursIdempotencyKeys = false;
    xero.faults.decide = faultyBut(seeded(7), xero);
    for (let index = 0; index < bookingCount; index += 1) {
      const booking = await createBooking(deps, {
        payment_method: "pay_now",
        referrer_first_name: `Joanna${index}`,
        referrer_email_key: `joanna${index}@example.org`,
      });
      await enqueueInvoice(deps, booking);
    }

    const open = () =>
      deps.db
        .selectFrom("outbox")
        .select("id")
        .where("kind", "=", "invoice")
        .where("state", "!=", "sent")
        .limit(1)
        .executeTakeFirst();
    for (let minute = 0; (await open()) && minute < 60 * 48; minute += 1) {
      await runDueJobs(deps);
      deps.clock.advance(MINUTE);
    }

    expect(xero.invoices).toHaveLength(bookingCount);
    expect(new Set(xero.invoices.map((invoice) => invoice.Reference)).size).toBe(bookingCount);
    const saved = await deps.db.selectFrom("invoices").select("vendor_id").execute();
    expect(new Set(saved.map((row) => row.vendor_id))).toEqual(
      new Set(xero.invoices.map((invoice) => invoice.InvoiceID)),
    );
  },
  ENDURANCE_TIMEOUT_MS,
);
