import { sql } from "kysely";
import { expect, test } from "vitest";
import { createTestDeps } from "#tests/setup/deps.ts";
import { createBooking } from "#tests/setup/factories.ts";
import * as draftLimits from "#migrations/2026-11-21-10-draft-limits.ts";

test("a database of before: a draft that a stranger began under a booking's id goes, the booker's own stays", async () => {
  const { db, ...deps } = createTestDeps();
  await sql`drop index drafts_client`.execute(db);
  await sql`drop index drafts_answered`.execute(db);
  await sql`alter table drafts drop column client_hash`.execute(db);
  await sql`alter table drafts drop column is_answered`.execute(db);
  const begin = async (id: string) => {
    deps.clock.advance(60_000);
    const now = deps.clock.now().toISOString();
    await sql`insert into drafts (id, visitor_hash, answers_sealed, tracking, created_at, updated_at, expires_at)
      values (${id}, 'visitor', 'sealed', '{}', ${now}, ${now}, ${now})`.execute(db);
  };
  await begin("booked");
  deps.clock.advance(60_000);
  await createBooking({ db, ...deps }, { draft_id: "booked" });
  await createBooking({ db, ...deps }, { draft_id: "taken" });
  await begin("taken");
  await begin("unfinished");

  await draftLimits.up(db as never);
  const drafts = await db.selectFrom("drafts").select(["id", "is_answered"]).orderBy("id").execute();
  expect(drafts).toEqual([
    { id: "booked", is_answered: 1 },
    { id: "unfinished", is_answered: 1 },
  ]);
});
