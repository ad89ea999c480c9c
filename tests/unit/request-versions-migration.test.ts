import { sql } from "kysely";
import { expect, test } from "vitest";
import * as requestVersions from "#migrations/2026-11-26-32-request-versions.ts";
import { createTestDeps } from "#tests/setup/deps.ts";
import { createBooking } from "#tests/setup/factories.ts";

test("a database of before: requests about ended bookings have ended, the others are open in their first version", async () => {
  const deps = createTestDeps();
  await sql`alter table booking_requests drop column version`.execute(deps.db);
  const statuses = ["pending", "confirmed", "completed", "cancelled"] as const;
  for (const status of statuses) {
    const { id } = await createBooking(deps, { status, updated_at: "2026-11-20T09:00:00.000Z" });
    await sql`insert into booking_requests (id, booking_id, kind, created_at)
      values (${status}, ${id}, 'cancel', '2026-11-19T09:00:00.000Z')`.execute(deps.db);
  }
  await requestVersions.up(deps.db as never);
  const rows = await deps.db.selectFrom("booking_requests").selectAll().orderBy("id").execute();
  const ended = { answered_as: "ended", answered_at: "2026-11-20T09:00:00.000Z", version: 1 };
  const open = { answered_as: null, answered_at: null, version: 1 };
  expect(rows).toMatchObject([
    { id: "cancelled", ...ended },
    { id: "completed", ...ended },
    { id: "confirmed", ...open },
    { id: "pending", ...open },
  ]);
});
