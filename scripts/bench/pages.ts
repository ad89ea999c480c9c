import { sql } from "kysely";
import { createDeps, type Deps } from "#app/deps.server.ts";
import { readHistory } from "#app/features/audit/queries.server.ts";
import { bookingReferences } from "#app/features/booking/record/find-booking.server.ts";
import { readBooking } from "#app/features/booking/record/queries.server.ts";
import type { BookingRow } from "#app/features/booking/fields/tables.ts";
import { readCustomerDashboard } from "#app/features/after-booking/customer/customer-bookings.server.ts";
import { readDashboardView } from "#app/features/staff/dashboard/dashboard-view.ts";
import { exportBookings } from "#app/features/staff/dashboard/export-bookings.server.ts";
import { readDashboard } from "#app/features/staff/dashboard/read-dashboard.server.ts";
import { countFailedJobs, listBookingJobs, listJobs } from "#app/features/outbox/job-queries.server.ts";
import { claimNextJob } from "#app/features/outbox/leases.server.ts";
import type { OutboxFilter } from "#app/features/outbox/job-words.ts";
import { saveAnswers, type Draft } from "#app/features/before-booking/wizard/drafts.server.ts";
import type { Env } from "#app/platform/env.server.ts";
import { prepareDatabase } from "#app/platform/prepare-database.server.ts";
import { withoutTimeLimit } from "#app/platform/lock-timeout.server.ts";
import { createDraft } from "#tests/setup/drafts.ts";
import { fill, GENUINE_EMAIL, type Size } from "./fill.ts";

/** A filled database, with a booking and a draft to look at. */
export type Filled = { deps: Deps; booking: BookingRow; draft: Draft; close(): Promise<void> };

const EXPORTED_PIECES = 10;
const FILL_MS = 3_600_000;

/** Migrates an empty PostgreSQL database and fills it. Indexes are dropped first: made in one go at the end they take a
 * tenth of the time. */
export async function fillDatabase(env: Env, size: Size): Promise<void> {
  const deps = createDeps({ ...env, postgres: { ...env.postgres!, statementMs: FILL_MS } });
  await prepareDatabase(deps);
  const { rows: indexes } = await sql<{ name: string; definition: string }>`
    select indexname as name, indexdef as definition from pg_indexes
    where schemaname = 'public' and indexdef like 'CREATE INDEX%'`.execute(deps.db);
  await withoutTimeLimit(async () => {
    for (const { name } of indexes) await sql`drop index ${sql.ref(name)}`.execute(deps.db);
    await fill(deps, size);
    for (const { definition } of indexes) await sql.raw(definition).execute(deps.db);
    await sql`vacuum analyze`.execute(deps.db);
  });
  await deps.close();
}

const answers = (text: string) => ({ referrerFirstName: text, referrerEmail: "measured@example.org" });

const newDraft = (deps: Deps) => createDraft(deps, answers("Joanna"));

export async function openFilled(env: Env): Promise<Filled> {
  const deps = createDeps(env);
  deps.jobs.referencesOf = (bookingIds) => bookingReferences(deps.db, bookingIds);
  await deps.settings.reload();
  const booking = await deps.db
    .selectFrom("bookings")
    .selectAll()
    .where("referrer_email_key", "=", GENUINE_EMAIL)
    .executeTakeFirstOrThrow();
  const { draft } = await newDraft(deps);
  return { deps, booking, draft, close: () => deps.close() };
}

const dashboard =
  (query: string) =>
  ({ deps }: Filled) =>
    readDashboard(deps, readDashboardView(new URLSearchParams(query)));

const outbox =
  (filter: OutboxFilter) =>
  ({ deps }: Filled) =>
    listJobs(deps, { filter });

/** The first thousand rows: a whole export costs as much more as it has more of them. */
async function exportThousand({ deps }: Filled): Promise<void> {
  const by = { actor: { kind: "system" as const, id: null }, requestId: "bench" };
  const csv = await exportBookings(deps, readDashboardView(new URLSearchParams()), by);
  const reader = csv.getReader();
  for (let piece = 0; piece < EXPORTED_PIECES; piece += 1) await reader.read();
  await reader.cancel();
}

/** The queries of each page, by name. */
export const PAGES: Record<string, (filled: Filled) => Promise<unknown>> = {
  dashboard: dashboard(""),
  "dashboard, by client": dashboard("sort=client"),
  "dashboard, by total": dashboard("sort=total"),
  "dashboard, pending": dashboard("status=pending"),
  "search, a common name": dashboard("search=bianchi"),
  "search, two common names": dashboard("search=bianchi+edith"),
  "search, a reference": dashboard("search=mca10000777"),
  "search, nobody": dashboard("search=zzz"),
  "booking page": async ({ deps, booking }) => {
    await readBooking(deps, booking);
    await readHistory(deps.db, [{ kind: "booking", id: booking.id }]);
    await listBookingJobs(deps, booking.id);
  },
  "outbox, all": outbox("all"),
  "outbox, waiting": outbox("waiting"),
  "outbox, done": outbox("done"),
  "outbox, problems": outbox("problems"),
  "outbox, failed": ({ deps }) => countFailedJobs(deps),
  "outbox, next job": ({ deps }) =>
    claimNextJob(deps.db, { now: deps.clock.now(), workerId: "bench/1", kind: "mail" }),
  "export, 1,000 rows": exportThousand,
  "customer's bookings": ({ deps }) =>
    readCustomerDashboard(deps, {
      userId: "nobody",
      emailKey: "referrer-7@example.org",
      isEmailConfirmed: true,
    } as Parameters<typeof readCustomerDashboard>[1]),
  "a step of the form": ({ deps, draft }) => saveAnswers(deps, draft, answers(String(Math.random()))),
  "a new draft": ({ deps }) => newDraft(deps),
};
