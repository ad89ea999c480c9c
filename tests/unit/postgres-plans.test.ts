import { sql } from "kysely";
import { expect, test } from "vitest";
import { readHistory } from "#app/features/audit/queries.server.ts";
import { readDashboard } from "#app/features/dashboard/read-dashboard.server.ts";
import { readDashboardView } from "#app/features/dashboard/dashboard-view.ts";
import { claimNextJob } from "#app/features/outbox/leases.server.ts";
import { listBookingJobs, listJobs } from "#app/features/outbox/job-queries.server.ts";
import { bookingOfDraft } from "#app/features/booking/find-booking.server.ts";
import { openPostgres, type Db } from "#app/platform/database.server.ts";
import { createBooking } from "#tests/setup/factories.ts";
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

/** What was read so far: the rows that a table gave from its beginning on, and how often an index was used. */
async function readsOf(db: Db) {
  const { rows } = await sql<{ name: string; whole: number; indexed: number }>`
    select relname as name, seq_tup_read as whole, coalesce(idx_scan, 0) as indexed from pg_stat_user_tables`.execute(
    db,
  );
  return new Map(rows.map((row) => [row.name, row]));
}

const LARGE = ["bookings", "booking_search_words", "audit_log", "outbox"];

test("no page reads a large table from its beginning to its end", async () => {
  const deps = createTestDeps();
  const { db, env } = deps;
  const booking = await createBooking(deps, { client_last_name: "Carter" });
  const id = "'gen-' || lpad(n::text, 8, '0')";
  await multiply(db, "bookings", {
    id,
    reference: id,
    draft_id: "null",
    created_at: INSTANT,
    referrer_email_key: "'person' || n || '@example.org'",
  });
  await multiply(db, "booking_search_words", { word: "'word' || n", booking_id: id });
  const audit = { at: INSTANT, actor_kind: "system", action: "booking.created", subject_kind: "booking" };
  await db
    .insertInto("audit_log")
    .values({ ...audit, id: "a", subject_id: booking.id, changed_fields: "[]" } as never)
    .execute();
  await multiply(db, "audit_log", { id, at: INSTANT, subject_id: id });
  const job = { kind: "mail", topic: "booking-confirmation", payload_sealed: "", state: "sent", attempts: 1 };
  const times = { created_at: "2020-01-01T00:00:00.000Z", next_attempt_at: "2020-01-01T00:00:00.000Z" };
  await db
    .insertInto("outbox")
    .values({ ...job, ...times, id: "j", dedupe_key: "j" } as never)
    .execute();
  await multiply(db, "outbox", { id, dedupe_key: id, booking_id: id, created_at: INSTANT });
  await sql`analyze`.execute(db);

  const before = await readsOf(db);
  const pages = openPostgres(env.postgres!);
  const reader = { ...deps, db: pages };
  for (const query of ["", "search=word777", "sort=client", "sort=total", "status=pending"]) {
    await readDashboard(reader, readDashboardView(new URLSearchParams(query)));
  }
  await bookingOfDraft(pages, "nobody's");
  await readHistory(pages, [{ kind: "booking", id: booking.id }]);
  await listBookingJobs(reader, booking.id);
  await listJobs(reader, { filter: "all" as never });
  await claimNextJob(pages, { now: deps.clock.now(), workerId: "host/1", kind: "mail" });
  // The server counts what a connection has read when it ends.
  await pages.destroy();
  const grown = async (what: "whole" | "indexed", by: number) => {
    const after = await readsOf(db);
    return LARGE.filter((table) => after.get(table)![what] - before.get(table)![what] > by);
  };
  await expect.poll(() => grown("indexed", 0), { timeout: 10_000 }).toEqual(LARGE);
  expect(await grown("whole", 1_000)).toEqual([]);
});
