import { setTimeout as wait } from "node:timers/promises";
import { sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import { openPostgres, type Db } from "#app/platform/database.server.ts";
import { BOOKING_BODY } from "#tests/setup/booking-body.ts";
import { startPostgres } from "#tests/setup/postgres-server.ts";
import { settingsOf } from "#tests/setup/test-database.ts";
import { scale, startFaultServer, type FaultServer } from "./server.ts";
import { readDatabase } from "./visitor.ts";

/** Kills the service around the moment in which it issues invoices of its own. */

type Issued = { bookingId: string; documentId: string };
type Document = { id: string; booking_id: string; number: number };

async function post<Answer>(url: string, body: object): Promise<Answer> {
  const headers = { "Content-Type": "application/json" };
  const response = await fetch(url, { method: "POST", headers, body: JSON.stringify(body) });
  return (await response.json()) as Answer;
}

/** Books a visit that is paid at once, and gets its invoice; null where the answer names none. */
async function bookAndInvoice(origin: string): Promise<Issued | null> {
  const body = { ...BOOKING_BODY, paymentMethod: "pay-now" };
  type Booked = { booking?: { id: string }; accessToken?: string };
  const { booking, accessToken: token } = await post<Booked>(`${origin}/api/bookings`, body);
  if (!booking) return null;
  type Invoiced = { invoice?: { onlineInvoiceUrl?: string | null } };
  const { invoice } = await post<Invoiced>(`${origin}/api/xero/create-invoice`, {
    bookingId: booking.id,
    token,
  });
  const documentId = /\/invoices\/([^?]+)/.exec(invoice?.onlineInvoiceUrl ?? "")?.[1];
  return documentId ? { bookingId: booking.id, documentId } : null;
}

function keepInvoicing(origin: string, visitors = 3) {
  const issued: Issued[] = [];
  let isStopping = false;
  const loops = Array.from({ length: visitors }, async () => {
    while (!isStopping) {
      const one = await bookAndInvoice(origin).catch(() => undefined);
      if (one === undefined) return;
      if (one) issued.push(one);
    }
  });
  return {
    issued,
    async stop() {
      isStopping = true;
      await Promise.all(loops);
      return issued;
    },
  };
}

/** Every number from the first on is there once, each booking has one invoice, and what visitors saw is kept. */
function expectInOrder(documents: Document[], seen: readonly Issued[]) {
  const numbers = documents.map(({ number }) => Number(number)).sort((a, b) => a - b);
  expect(numbers).toEqual(numbers.map((_, index) => index + 1));
  expect(new Set(documents.map(({ booking_id }) => booking_id)).size).toBe(documents.length);
  const stored = new Map(documents.map(({ id, booking_id }) => [id, booking_id]));
  expect(seen.filter(({ documentId, bookingId }) => stored.get(documentId) !== bookingId)).toEqual([]);
}

const CYCLES = scale(3, 100);

/** Kills `victim` while it issues, after a few invoices and a moment that is another one each time. */
async function killWhileIssuing(victim: FaultServer, all: FaultServer[], cycle: number): Promise<Issued[]> {
  const loads = all.map((server) => keepInvoicing(server.origin));
  const own = loads[all.indexOf(victim)]!;
  await expect.poll(() => own.issued.length, { timeout: 40_000, interval: 5 }).toBeGreaterThan(cycle % 3);
  await wait((cycle * 37) % 23);
  await victim.stop("SIGKILL");
  const issued = (await Promise.all(loads.map((load) => load.stop()))).flat();
  await victim.start();
  return issued;
}

test(`${CYCLES} times kill -9 around issuing on SQLite: numbers have no gap and no double`, async () => {
  const server = await startFaultServer();
  const seen: Issued[] = [];
  for (let cycle = 0; cycle < CYCLES; cycle += 1)
    seen.push(...(await killWhileIssuing(server, [server], cycle)));
  await server.stop("SIGKILL");
  const read = "SELECT id, booking_id, number FROM invoice_documents WHERE series = 'INV'";
  const documents = readDatabase(server, (sqlite) => sqlite.prepare(read).all() as Document[]);
  expect(documents.length).toBeGreaterThan(CYCLES);
  expectInOrder(documents, seen);
});

const documentsOf = (db: Db) =>
  db
    .selectFrom("invoice_documents")
    .select(["id", "booking_id", "number"])
    .where("series", "=", "INV")
    .execute();

test(`${CYCLES} times kill -9 around issuing, two copies on PostgreSQL: numbers have no gap and no double`, async () => {
  const postgres = await startPostgres({ isDurable: true });
  onTestFinished(() => postgres.stop());
  const admin = openPostgres(settingsOf(postgres.urlOf("postgres")));
  await sql`create database issuing`.execute(admin);
  await admin.destroy();
  const url = postgres.urlOf("issuing");
  const db = openPostgres(settingsOf(url));
  const variables = { DATABASE_URL: url, DATA_DIR_SHARED: "on" };
  const copies = await Promise.all([1, 2].map(() => startFaultServer({ variables })));
  const seen: Issued[] = [];
  for (let cycle = 0; cycle < CYCLES; cycle += 1)
    seen.push(...(await killWhileIssuing(copies[cycle % 2]!, copies, cycle)));
  const documents = await documentsOf(db);
  await db.destroy();
  expect(documents.length).toBeGreaterThan(CYCLES);
  expectInOrder(documents, seen);
});
