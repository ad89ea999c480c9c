import { sql } from "kysely";
import { expect, test } from "vitest";
import { CANCEL_WORDS } from "#app/features/outbox/cancel-codes.ts";
import { createTestDeps } from "#tests/setup/deps.ts";
import * as codes from "#migrations/2026-11-25-11-codes.ts";
import { enqueue } from "#app/features/outbox/enqueue.server.ts";

/** The codes whose sentences the releases before wrote. */
const OF_BEFORE = [
  "booking-gone",
  "booking-cancelled",
  "booking-closed",
  "nothing-to-invoice",
  "restricted",
  "status-changed-again",
  "day-passed",
  "forms-submitted",
  "reminders-stopped",
  "code-expired",
  "link-expired",
  "text-deleted",
] as const;

test("a database of before: each cancelled job gets the code of its sentence, and an erasure of a booking its kind", async () => {
  const { db, ...deps } = createTestDeps();
  const sentences = {
    ...Object.fromEntries(OF_BEFORE.map((code) => [code, CANCEL_WORDS[code]])),
    "by-staff": "Postmark is failing (500). Cancelled by staff.",
  };
  for (const [code, sentence] of Object.entries(sentences)) {
    const id = await enqueue({ ...deps, db }, { kind: "mail", topic: code, dedupeKey: code, payload: {} });
    await db
      .updateTable("outbox")
      .set({ state: "cancelled", last_error: sentence })
      .where("id", "=", id)
      .execute();
  }
  await enqueue({ ...deps, db }, { kind: "mail", topic: "waits", dedupeKey: "waits", payload: {} });
  await sql`insert into tombstones (record_id, kind, erased_at) values ('01', 'booking', ''), ('02', 'user', '')`.execute(
    db,
  );
  await sql`alter table outbox drop column cancel_code`.execute(db);
  await sql`alter table tombstones drop column record`.execute(db);

  await codes.up(db as never);
  const jobs = await db.selectFrom("outbox").select(["topic", "cancel_code"]).execute();
  for (const job of jobs) expect(job.cancel_code).toBe(job.topic === "waits" ? null : job.topic);
  expect(jobs).toHaveLength(Object.keys(sentences).length + 1);
  expect(
    await db.selectFrom("tombstones").select(["record_id", "record"]).orderBy("record_id").execute(),
  ).toEqual([
    { record_id: "01", record: "booking" },
    { record_id: "02", record: null },
  ]);
});
