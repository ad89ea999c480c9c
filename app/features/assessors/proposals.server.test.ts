import { expect, test } from "vitest";
import { formatLongDate } from "#app/platform/dates.ts";
import type { UserRow } from "#app/features/accounts/record/tables.ts";
import { decryptPayload } from "#app/features/outbox/enqueue.server.ts";
import { askFirstOf } from "#app/features/visits/plan/ask-first.server.ts";
import { needOf, whoIsFree } from "#app/features/visits/plan/who-is-free.server.ts";
import { createTestDeps, type TestDeps } from "#tests/setup/deps.ts";
import { createBooking } from "#tests/setup/factories.ts";
import { BY_STAFF, byAssessor, createAssessor, PLAN } from "#tests/setup/visits.ts";
import { answerAssessorPage } from "./answer-profile.server.ts";
import { readAssessorPage } from "./read-profile.server.ts";

type Fields = Record<string, string | string[]>;

async function send(deps: TestDeps, user: UserRow, by: "assessor" | "staff", fields: Fields) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields))
    for (const one of [value].flat()) form.append(name, one);
  const forms = by === "staff" ? ("staff" as const) : ("own-profile" as const);
  const actor = by === "staff" ? BY_STAFF : byAssessor(user);
  try {
    const { init, data } = await answerAssessorPage({
      deps,
      by: actor,
      userId: user.id,
      form,
      page: "/page",
      forms,
      askFirst: askFirstOf(deps, { assessorIds: [user.id] }),
    });
    return { status: init?.status, data };
  } catch (thrown) {
    if (thrown instanceof Response) return { done: thrown.headers.get("Location") };
    return { status: (thrown as { init?: { status?: number } }).init?.status };
  }
}

const NOW = {
  professions: "social-worker",
  registerBody: "Social Work England",
  registerNumber: "SW123456",
  registerEndsOn: "2027-03-10",
  assessments: ["property-finance", "health-welfare"],
};

const proposal = (version: number, changes: Fields = { registerEndsOn: "2029-11-30" }): Fields => ({
  ...NOW,
  ...changes,
  intent: "propose",
  version: `${version}`,
});

const answer = (intent: "confirm" | "refuse", version: number, note = ""): Fields => ({
  intent,
  version: `${version}`,
  note,
});

const lapsing = (deps: TestDeps) => createAssessor(deps, {}, { registerEndsOn: NOW.registerEndsOn });

const pageOf = (deps: TestDeps, { id }: UserRow) => readAssessorPage(deps, id);

async function mails(deps: TestDeps) {
  const rows = await deps.db.selectFrom("outbox").selectAll().where("topic", "like", "proposal-%").execute();
  return rows.map((row) => ({
    topic: row.topic,
    to: row.recipient,
    ...(decryptPayload(deps.secrets, row) as { note: string; changes: string[] }),
  }));
}

async function audited(deps: TestDeps, { id }: UserRow) {
  const rows = await deps.db
    .selectFrom("audit_log")
    .select(["action", "actor_kind", "changed_fields", "note"])
    .where("subject_id", "=", id)
    .where("action", "like", "assessor.changes-%")
    .orderBy("id")
    .execute();
  return rows.map(({ action, actor_kind, changed_fields }) => `${actor_kind} ${action} ${changed_fields}`);
}

/** Blocks of the assessor for a visit after the old registration has ended. */
async function blocks(deps: TestDeps) {
  const need = await needOf(deps, await createBooking(deps));
  return (await whoIsFree(deps, PLAN, need)).map(({ fit }) => fit.blocks.map(({ reason }) => reason));
}

test("a new end of the registration counts from staff's confirmation on, and the assessor is told", async () => {
  const deps = createTestDeps();
  const user = await lapsing(deps);
  expect(await send(deps, user, "assessor", proposal(2))).toEqual({ done: "/page?done=proposed" });
  expect(await blocks(deps)).toEqual([["Registration ended on 10/03/2027"]]);
  const waiting = await pageOf(deps, user);
  expect(waiting.proposal?.changes).toEqual([
    {
      name: "registerEndsOn",
      label: "Registered until",
      now: formatLongDate("2027-03-10"),
      proposed: formatLongDate("2029-11-30"),
    },
  ]);
  expect(waiting.register).toMatchObject({ name: "Social Work England", number: "SW123456" });
  expect(await send(deps, user, "staff", answer("confirm", 3, "Thank you"))).toEqual({
    done: "/page?done=confirmed",
  });
  expect(await blocks(deps)).toEqual([[]]);
  const { assessor, proposal: open } = await pageOf(deps, user);
  expect([assessor.registerEndsOn, assessor.registerNumber, open]).toEqual(["2029-11-30", "SW123456", null]);
  expect(await mails(deps)).toMatchObject([
    { topic: "proposal-confirmed", to: user.email, changes: ["Registered until"], note: "Thank you" },
  ]);
  expect(await audited(deps, user)).toEqual([
    'assessor assessor.changes-proposed ["registerEndsOn"]',
    'staff assessor.changes-confirmed ["registerEndsOn"]',
  ]);
});

test("a refusal needs a note, which the assessor gets, and the old values stay valid", async () => {
  const deps = createTestDeps();
  const user = await lapsing(deps);
  await send(deps, user, "assessor", proposal(2, { registerNumber: "SW999999" }));
  expect(await send(deps, user, "staff", answer("refuse", 3, " "))).toMatchObject({
    status: 400,
    data: { error: { note: ["Write why, so that the assessor knows what to do."] } },
  });
  expect(await send(deps, user, "staff", answer("refuse", 3, "Not on the register"))).toEqual({
    done: "/page?done=refused",
  });
  const { assessor, proposal: open } = await pageOf(deps, user);
  expect([assessor.registerNumber, open]).toEqual(["SW123456", null]);
  expect(await mails(deps)).toMatchObject([{ topic: "proposal-refused", note: "Not on the register" }]);
});

test("an assessor replaces the proposal, and takes it back by the button or by the old values", async () => {
  const deps = createTestDeps();
  const user = await lapsing(deps);
  await send(deps, user, "assessor", proposal(2));
  await send(deps, user, "assessor", proposal(3, { professions: ["social-worker", "nurse"] }));
  const { proposal: replaced } = await pageOf(deps, user);
  expect(replaced?.changes).toMatchObject([
    { label: "Professions", now: "Social worker", proposed: "Social worker, Nurse" },
  ]);
  expect(await send(deps, user, "assessor", { intent: "withdraw", version: "4" })).toEqual({
    done: "/page?done=withdrawn",
  });
  expect((await pageOf(deps, user)).proposal).toBeNull();
  await send(deps, user, "assessor", proposal(5));
  expect(await send(deps, user, "assessor", proposal(6))).toEqual({ done: "/page?done=unchanged" });
  expect(await send(deps, user, "assessor", proposal(6, {}))).toEqual({ done: "/page?done=withdrawn" });
  expect(await send(deps, user, "assessor", proposal(7, {}))).toEqual({ done: "/page?done=unchanged" });
  expect(await mails(deps)).toEqual([]);
});

test("staff who confirm what was replaced are told, and keep their note", async () => {
  const deps = createTestDeps();
  const user = await lapsing(deps);
  await send(deps, user, "assessor", proposal(2));
  await send(deps, user, "assessor", proposal(3, { registerEndsOn: "2031-01-31" }));
  const late = await send(deps, user, "staff", answer("confirm", 3, "Checked"));
  expect(late).toMatchObject({ status: 409, data: { initialValue: { note: "Checked" } } });
  expect(late.data!.summary).toMatch(/Nothing is confirmed or refused yet/);
  expect(late.data!.initialValue).not.toHaveProperty("version");
  expect((await pageOf(deps, user)).assessor.registerEndsOn).toBe("2027-03-10");
});

test("whoever answers or takes back a proposal second is told", async () => {
  const deps = createTestDeps();
  const user = await lapsing(deps);
  await send(deps, user, "assessor", proposal(2));
  await send(deps, user, "staff", answer("confirm", 3));
  const again = await send(deps, user, "staff", answer("refuse", 3, "No such number"));
  expect(again).toMatchObject({
    status: 409,
    data: { formId: "answer-form", initialValue: { note: "No such number" } },
  });
  expect(again.data!.summary).toMatch(/answered or taken back/);
  expect(await send(deps, user, "assessor", { intent: "withdraw", version: "3" })).toMatchObject({
    status: 409,
    data: { formId: "withdraw-form" },
  });
  const stale = await send(deps, user, "assessor", proposal(3, { registerNumber: "SW555555" }));
  expect(stale).toMatchObject({ status: 409, data: { initialValue: { registerNumber: "SW555555" } } });
  expect((await pageOf(deps, user)).assessor.registerEndsOn).toBe("2029-11-30");
  expect(await mails(deps)).toHaveLength(1);
});

test("of two answers at the same moment one counts", async () => {
  const deps = createTestDeps();
  const user = await lapsing(deps);
  await send(deps, user, "assessor", proposal(2));
  const answers = await Promise.all([
    send(deps, user, "staff", answer("confirm", 3)),
    send(deps, user, "staff", answer("refuse", 3, "No")),
  ]);
  expect(answers.map(({ done, status }) => done ?? status).toSorted()).toEqual([
    expect.stringMatching(/^\/page/),
    409,
  ]);
  expect(await mails(deps)).toHaveLength(1);
});

test("staff who type the proposed values themselves have confirmed them", async () => {
  const deps = createTestDeps();
  const user = await lapsing(deps);
  await send(deps, user, "assessor", proposal(2));
  const typed = {
    ...NOW,
    intent: "profile",
    version: "3",
    registerEndsOn: "2029-11-30",
    modes: "virtual",
    areas: "LS",
  };
  expect(await send(deps, user, "staff", typed)).toEqual({ done: "/page?done=profile" });
  expect((await pageOf(deps, user)).proposal).toBeNull();
  expect(await mails(deps)).toMatchObject([{ topic: "proposal-confirmed" }]);
});

test("a proposal keeps what staff changed beside it", async () => {
  const deps = createTestDeps();
  const user = await lapsing(deps);
  await send(deps, user, "assessor", proposal(2));
  const typed = { ...NOW, intent: "profile", version: "3", registerNumber: "SW777777", modes: "virtual" };
  await send(deps, user, "staff", typed);
  await send(deps, user, "staff", answer("confirm", 4));
  const { assessor } = await pageOf(deps, user);
  expect([assessor.registerNumber, assessor.registerEndsOn]).toEqual(["SW777777", "2029-11-30"]);
});

const OWN: Fields = {
  intent: "own-profile",
  version: "2",
  modes: ["face-to-face"],
  areas: "ls6, hg",
  languages: "Polish",
  maxVisitsADay: "",
  travelBeforeMinutes: "20",
  travelAfterMinutes: "25",
};

test("an assessor's languages, areas, kinds, most visits and travel change at once", async () => {
  const deps = createTestDeps();
  const user = await lapsing(deps);
  expect(await send(deps, user, "assessor", OWN)).toEqual({ done: "/page?done=profile" });
  expect((await pageOf(deps, user)).assessor).toMatchObject({
    modes: ["face-to-face"],
    areas: ["LS6", "HG"],
    languages: ["Polish"],
    maxVisitsADay: null,
    travelBeforeMinutes: 20,
    travelAfterMinutes: 25,
    professions: ["social-worker"],
  });
  expect(await send(deps, user, "assessor", { ...OWN, version: "2", areas: "YO" })).toMatchObject({
    status: 409,
    data: { initialValue: { areas: "YO" } },
  });
});

test("an assessor's form changes no registration, and confirms nothing", async () => {
  const deps = createTestDeps();
  const user = await lapsing(deps);
  await send(deps, user, "assessor", { ...OWN, registerEndsOn: "2031-01-31", professions: "psychiatrist" });
  await send(deps, user, "assessor", proposal(3));
  for (const intent of ["confirm", "profile", "hours"])
    expect(await send(deps, user, "assessor", { ...NOW, ...OWN, intent, version: "4" })).toEqual({
      status: 403,
    });
  expect(await send(deps, user, "assessor", { intent: "constructor" })).toEqual({ status: 400 });
  expect((await pageOf(deps, user)).assessor).toMatchObject({
    registerEndsOn: "2027-03-10",
    professions: ["social-worker"],
  });
});

test("a deactivated assessor's proposal can be answered, and brings no mail", async () => {
  const deps = createTestDeps();
  const user = await lapsing(deps);
  await send(deps, user, "assessor", proposal(2));
  await deps.db.updateTable("users").set({ is_active: 0 }).where("id", "=", user.id).execute();
  expect(await send(deps, user, "staff", answer("confirm", 3))).toEqual({ done: "/page?done=confirmed" });
  expect(await mails(deps)).toEqual([]);
});

test("nobody reads a proposal in the database", async () => {
  const deps = createTestDeps();
  const user = await lapsing(deps);
  await send(deps, user, "assessor", proposal(2, { registerNumber: "CANARY-77" }));
  const row = await deps.db.selectFrom("assessors").selectAll().executeTakeFirstOrThrow();
  expect(row.proposal_sealed).not.toBeNull();
  expect(JSON.stringify(row)).not.toContain("CANARY");
  const log = await deps.db.selectFrom("audit_log").selectAll().execute();
  expect(JSON.stringify(log)).not.toContain("CANARY");
});
