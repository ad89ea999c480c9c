import { beforeEach, expect, test } from "vitest";
import { sql } from "kysely";
import { createDraft, REFERRER } from "#tests/setup/drafts.ts";
import { createTestDeps, isOnPostgres, type TestDeps } from "#tests/setup/deps.ts";
import { saveAnswers } from "./drafts.server.ts";
import { mayStartDraft } from "./start-draft.server.ts";
import type { Answers } from "#app/features/booking/fields/steps.ts";

let deps: TestDeps;
beforeEach(() => {
  deps = createTestDeps();
});

async function start(answers: Answers, cookie?: string, clientAddress?: string) {
  deps.clock.advance(1_000);
  return createDraft(deps, answers, cookie, clientAddress);
}

const kept = async () =>
  new Set((await deps.db.selectFrom("drafts").select("id").execute()).map(({ id }) => id));

test("a refused form of 60 KB keeps what its fields may hold, and is refused again", async () => {
  const { draft } = await start({ ...REFERRER, referrerFirstName: "x".repeat(60_000) });
  const row = await deps.db.selectFrom("drafts").selectAll().executeTakeFirstOrThrow();
  expect(JSON.stringify(row).length).toBeLessThan(2_000);
  expect(draft.answers.referrerFirstName).toHaveLength(101);
  expect(row.is_answered).toBe(0);
});

test("the longest possible draft is small", async () => {
  const long = "x".repeat(60_000);
  const { draft } = await start(Object.fromEntries(Object.keys(REFERRER).map((field) => [field, long])));
  await saveAnswers(deps, draft, {
    otherAssessmentDetails: long,
    selectedAssessments: Array(5_000).fill(long),
  });
  const row = await deps.db.selectFrom("drafts").selectAll().executeTakeFirstOrThrow();
  expect(JSON.stringify(row).length).toBeLessThan(20_000);
});

test("a visitor keeps five drafts without a valid answer, the latest", async () => {
  const first = await start({});
  const ids = [first.draft.id];
  for (let count = 0; count < 6; count++) ids.push((await start({}, first.cookie)).draft.id);
  expect(await kept()).toEqual(new Set(ids.slice(-5)));
});

test("an address keeps fifty of them, and others' stay", async () => {
  const elsewhere = await start({}, undefined, "192.0.2.2");
  const ids: string[] = [];
  for (let count = 0; count < 52; count++) ids.push((await start({})).draft.id);
  expect(await kept()).toEqual(new Set([elsewhere.draft.id, ...ids.slice(-50)]));
});

test("a draft with valid answers is never dropped, also when they were changed to wrong ones", async () => {
  const valid = await start(REFERRER);
  const mended = await start({}, valid.cookie);
  await saveAnswers(deps, mended.draft, REFERRER);
  const spoilt = await start(REFERRER, valid.cookie);
  await saveAnswers(deps, spoilt.draft, { referrerEmail: "" });
  for (let count = 0; count < 60; count++) await start({}, valid.cookie);
  const ids = await kept();
  for (const { draft } of [valid, mended, spoilt]) expect(ids).toContain(draft.id);
});

test("an address gets no more than a thousand, unless limits are off", async () => {
  const { draft } = await start(REFERRER);
  const row = await deps.db
    .selectFrom("drafts")
    .selectAll()
    .where("id", "=", draft.id)
    .executeTakeFirstOrThrow();
  for (let count = 1; count < 1_000; count++) {
    await deps.db
      .insertInto("drafts")
      .values({ ...row, id: `d${count}` })
      .execute();
  }
  expect(await mayStartDraft(deps, "192.0.2.1")).toBe(false);
  expect(await mayStartDraft(deps, "192.0.2.2")).toBe(true);
  expect(await mayStartDraft({ ...deps, env: { ...deps.env, RATE_LIMITS: "off" } }, "192.0.2.1")).toBe(true);
});

test("no address stands in the database", async () => {
  await start({}, undefined, "203.0.113.77");
  expect(JSON.stringify(await deps.db.selectFrom("drafts").selectAll().execute())).not.toContain(
    "203.0.113.77",
  );
});

test.skipIf(isOnPostgres())(
  "counting and clearing reads one index, however many drafts there are",
  async () => {
    const statements: [string, ReturnType<typeof sql>][] = [
      ["drafts_expiry", sql`delete from drafts where expires_at <= 'x'`],
      [
        "drafts_client",
        sql`select id from drafts where is_answered = 0 and client_hash = 'x' order by created_at desc limit 100 offset 50`,
      ],
      [
        "drafts_answered",
        sql`select id from drafts where is_answered = 0 order by created_at desc limit 100 offset 10000`,
      ],
      [
        "drafts_visitor",
        sql`select id, is_answered from drafts where visitor_hash = 'x' order by updated_at desc`,
      ],
      ["drafts_client", sql`select client_hash from drafts where client_hash = 'x' limit 1 offset 999`],
    ];
    for (const [index, statement] of statements) {
      const { rows } = await sql`explain query plan ${statement}`.execute(deps.db);
      const plan = rows.map((row) => (row as { detail: string }).detail).join("; ");
      expect(plan).toMatch(new RegExp(`^SEARCH drafts USING (COVERING )?INDEX ${index} `));
      expect(plan).not.toContain("TEMP B-TREE");
    }
  },
);
