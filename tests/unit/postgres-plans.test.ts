import { sql } from "kysely";
import { expect, test } from "vitest";
import { FIRST_PAGE } from "#app/kit/pages.ts";
import { findStaff, listUsers } from "#app/features/accounts/session/queries.server.ts";
import { readHistory } from "#app/features/audit/queries.server.ts";
import { readDashboard } from "#app/features/staff/dashboard/read-dashboard.server.ts";
import { listBookings } from "#app/features/staff/dashboard/dashboard-queries.server.ts";
import { purgeAudit } from "#app/features/audit/purge-audit.server.ts";
import {
  bookingOfDraft,
  bookingsOfReferrer,
  bookingsPastRetention,
} from "#app/features/booking/record/find-booking.server.ts";
import { listCustomerReferrals } from "#app/features/after-booking/customer/customer-bookings.server.ts";
import { outboxOf, purgeMailBodies } from "#app/features/mail/erase-mails.server.ts";
import { wasMailTested } from "#app/features/mail/texts/mail-texts.server.ts";
import { draftsOfReferrer } from "#app/features/before-booking/wizard/drafts.server.ts";
import { createDraft } from "#tests/setup/drafts.ts";
import { readDashboardView } from "#app/features/staff/dashboard/dashboard-view.ts";
import { claimNextJob } from "#app/features/outbox/leases.server.ts";
import { countFailedJobs, listBookingJobs, listJobs } from "#app/features/outbox/job-queries.server.ts";
import { openPostgres, type Db } from "#app/platform/database.server.ts";
import { createBooking, createUser } from "#tests/setup/factories.ts";
import { createTestDeps } from "#tests/setup/deps.ts";

const MANY = 20_000;

/** Copies the one row of a table many times, some columns anew: `n` counts the copies. */
async function multiply(db: Db, table: string, anew: Record<string, string>): Promise<void> {
  const { rows } = await sql<{ name: string }>`select column_name as name from information_schema.columns
    where table_schema = 'public' and table_name = ${table}`.execute(db);
  const names = rows.map((row) => row.name);
  const values = names.map((name) => anew[name] ?? `one."${name}"`).join(", ");
  await sql
    .raw(
      `insert into "${table}" (${names.map((name) => `"${name}"`).join(", ")})
       select ${values} from (select * from "${table}" limit 1) one, generate_series(1, ${MANY}) n`,
    )
    .execute(db);
}

const INSTANT =
  "to_char(timestamp '2020-01-01' + n * interval '1 hour', 'YYYY-MM-DD\"T\"HH24:MI:SS.MS\"Z\"')";

/** Reads so far: the rows of full scans and of index scans, and how often an index was used. */
async function readsOf(db: Db) {
  const { rows } = await sql<{ name: string; whole: number; fetched: number; indexed: number }>`
    select relname as name, seq_tup_read as whole, coalesce(idx_tup_fetch, 0) as fetched, coalesce(idx_scan, 0) as indexed from pg_stat_user_tables`.execute(
    db,
  );
  return new Map(rows.map((row) => [row.name, row]));
}

const LARGE = ["users", "bookings", "booking_search_words", "audit_log", "outbox", "drafts"];
const LONG_AGO = "2001-01-01T00:00:00.000Z";

test("no page reads a large table from its beginning to its end", async () => {
  const deps = createTestDeps();
  const { db, env } = deps;
  const filler = openPostgres(env.postgres!);
  const booking = await createBooking(deps, { client_last_name: "Carter" });
  const id = "'gen-' || lpad(n::text, 8, '0')";
  await multiply(filler, "bookings", {
    id,
    reference: id,
    draft_id: "null",
    // The dashboard reads the open bookings whole; the years add those that are over.
    status: "case when n % 200 = 0 then 'pending' else 'completed' end",
    created_at: INSTANT,
    referrer_email_key: "'person' || n || '@example.org'",
  });
  await multiply(filler, "booking_search_words", { word: "'word' || n", booking_id: id });
  const audit = { at: INSTANT, actor_kind: "system", action: "booking.created", subject_kind: "booking" };
  await db
    .insertInto("audit_log")
    .values({ ...audit, id: "a", subject_id: booking.id, changed_fields: "[]" } as never)
    .execute();
  await multiply(filler, "audit_log", { id, at: INSTANT, subject_id: id });
  const job = { kind: "mail", topic: "booking-confirmation", payload_sealed: "", state: "sent", attempts: 1 };
  const times = { created_at: "2020-01-01T00:00:00.000Z", next_attempt_at: "2020-01-01T00:00:00.000Z" };
  await db
    .insertInto("outbox")
    .values({ ...job, ...times, id: "j", dedupe_key: "j" } as never)
    .execute();
  await multiply(filler, "outbox", { id, dedupe_key: id, booking_id: id, created_at: INSTANT });
  await createDraft(deps, { referrerEmail: "joanna@example.org" });
  await multiply(filler, "drafts", {
    id,
    visitor_hash: id,
    client_hash: id,
    referrer_hash: id,
    is_answered: "1",
  });
  await createUser(deps);
  await multiply(filler, "users", { id, email_key: id });
  await createUser(deps, { role_id: "administrator" });
  await sql`analyze`.execute(filler);
  // The server counts what a connection has read when it ends: here each search word's and job's booking.
  await filler.destroy();
  const fetchedBookings = async () => (await readsOf(db)).get("bookings")!.fetched;
  await expect.poll(fetchedBookings, { timeout: 10_000 }).toBeGreaterThanOrEqual(2 * MANY);

  const before = await readsOf(db);
  const pages = openPostgres(env.postgres!);
  const reader = { ...deps, db: pages };
  const after = "after=gen-00000777";
  const queries = ["", "search=word777", "sort=client", "sort=total", "status=pending"];
  for (const query of [...queries, after, `sort=client&${after}`, `sort=total&${after}`]) {
    const view = readDashboardView(new URLSearchParams(query));
    await readDashboard(reader, view);
    // A piece of the export.
    await listBookings(pages, view, { size: 100 });
  }
  await findStaff(reader);
  await listUsers(reader, { kind: "staff", limit: 51 });
  await wasMailTested(reader);
  await bookingOfDraft(pages, "nobody's");
  await draftsOfReferrer(reader, "person7@example.org");
  await bookingsOfReferrer(pages, "person7@example.org");
  await outboxOf(pages, { emailKey: "person7@example.org" });
  await readHistory(pages, [{ kind: "booking", id: booking.id }]);
  await listBookingJobs(reader, booking.id, FIRST_PAGE);
  for (const filter of ["all", "waiting", "done", "problems"] as const) await listJobs(reader, { filter });
  await countFailedJobs(reader);
  await listCustomerReferrals(reader, {
    userId: "nobody",
    emailKey: "person7@example.org",
    isEmailConfirmed: true,
  });
  // The night's work, on a night when nothing is due.
  await bookingsPastRetention(pages, { unrealised: LONG_AGO, realised: LONG_AGO });
  await purgeAudit(pages, LONG_AGO, []);
  await purgeMailBodies(reader, LONG_AGO, { emailKeys: [], bookingIds: [] });
  await claimNextJob(pages, { now: deps.clock.now(), workerId: "host/1", kind: "mail" });
  await pages.destroy();
  const grown = async (what: "whole" | "fetched" | "indexed", by: number) => {
    const after = await readsOf(db);
    return LARGE.filter((table) => after.get(table)![what] - before.get(table)![what] > by);
  };
  await expect.poll(() => grown("indexed", 0), { timeout: 10_000 }).toEqual(LARGE);
  // Each dashboard counts at most 1,000 bookings of a card that is cut.
  expect(await grown("whole", MANY / 2)).toEqual([]);
  // An index can be walked from end to end too.
  expect(await grown("fetched", MANY)).toEqual([]);
});
