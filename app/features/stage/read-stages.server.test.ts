import { beforeEach, expect, test } from "vitest";
import { createTestDeps, type TestDeps } from "#tests/setup/deps.ts";
import { createBooking, createInvoiceRow, signInAs } from "#tests/setup/factories.ts";
import { joinTexts, render } from "#tests/setup/rendered-site.ts";
import { createDelivery, createReport } from "#tests/setup/reports.ts";
import { BY_STAFF, byAssessor, createAssessor, PLAN } from "#tests/setup/visits.ts";
import type { UserRow } from "#app/features/accounts/record/tables.ts";
import type { BookingRow } from "#app/features/booking/fields/tables.ts";
import { makeRequest } from "#app/features/booking/record/requests.server.ts";
import { placeHold } from "#app/features/report/change-report.server.ts";
import { askAssessors, declineQuestion } from "#app/features/visits/agree/ask-assessors.server.ts";
import { agreeVisit, cancelVisit } from "#app/features/visits/agree/change-visit.server.ts";
import { writeOfficeNote } from "#app/features/visits/outcome/office-notes.server.ts";
import { OutcomeSchema } from "#app/features/visits/outcome/outcome-schema.ts";
import { recordOutcome } from "#app/features/visits/outcome/record-outcome.server.ts";
import { countBookings, listBookings } from "#app/features/staff/dashboard/dashboard-queries.server.ts";
import { readDashboardView } from "#app/features/staff/dashboard/dashboard-view.ts";
import { countAt, readMoment } from "./facts.server.ts";
import type { NextCode } from "./next-action.ts";
import { makeInvoicesHere } from "#tests/setup/own-invoices.ts";
import { readStages } from "./read-stages.server.ts";
import { STAGES, TASK_KEYS, type Stage, type Task } from "./stage.ts";

let deps: TestDeps;
let assessor: UserRow;

beforeEach(() => {
  deps = createTestDeps();
});

/** Wednesday of the week after: visits of the Thursday before are over. */
const LATER = "2027-03-17T09:00:00.000Z";
const CALLED = { awaits_contact_since: null };

const book = async (overrides: Partial<BookingRow> = CALLED) => (await createBooking(deps, overrides)).id;

const versionOf = async (id: string) =>
  (await deps.db.selectFrom("bookings").select("version").where("id", "=", id).executeTakeFirstOrThrow())
    .version;

async function agree(bookingId: string, plan: Partial<typeof PLAN> = {}): Promise<string> {
  const agreed = await agreeVisit(deps, {
    ...BY_STAFF,
    bookingId,
    version: await versionOf(bookingId),
    plan: { ...PLAN, ...plan },
    assessorId: (await createAssessor(deps)).id,
    isReferrerTold: true,
    overruled: null,
  });
  if (!agreed.ok) throw new Error(agreed.problem);
  return agreed.visitId;
}

async function itsAssessor(visitId: string) {
  const visit = deps.db.selectFrom("visits").select("assessor_id as id").where("id", "=", visitId);
  return byAssessor(await visit.executeTakeFirstOrThrow());
}

async function record(visitId: string, held: "full" | "part" | "none"): Promise<void> {
  const outcome = OutcomeSchema.parse({
    held,
    startedAt: "10:00",
    endedAt: "10:15",
    conducted: "in-person",
    identity: "Passport",
    notHeldReason: "unwell",
    version: 0,
  });
  const result = await recordOutcome(deps, { ...(await itsAssessor(visitId)), visitId, outcome });
  if (!result.ok) throw new Error(result.problem);
}

async function ask(bookingId: string): Promise<string> {
  const asked = await askAssessors(deps, {
    ...BY_STAFF,
    bookingId,
    plan: { ...PLAN, day: "2027-03-25" },
    assessorIds: [assessor.id],
    deadlineAt: "2027-03-20T17:00:00.000Z",
    isReferrerTold: true,
  });
  if (!asked.ok) throw new Error(asked.problem);
  return asked.questionId;
}

type Story = [
  what: string,
  stage: Stage,
  next: NextCode,
  before: () => Promise<string>,
  then?: (id: string) => Promise<unknown>,
];

/** Records of the day before the visits, and, for some, a week later. */
const STORIES: Story[] = [
  ["booked", "to-contact", "contact", () => book({})],
  [
    "to be called later",
    "to-contact",
    "contact-later",
    () => book({ awaits_contact_since: "2027-04-01T00:00:00.000Z" }),
  ],
  ["called", "to-agree", "agree-visit", () => book()],
  [
    "called, the wished day is past",
    "to-agree",
    "agree-visit",
    () => book({ ...CALLED, preferred_date: "2027-03-12" }),
  ],
  [
    "confirmed without a visit",
    "to-complete",
    "enter-visit",
    () => book({ status: "confirmed", preferred_date: "2027-03-12" }),
  ],
  ["asked", "asked", "wait-answers", () => book(), ask],
  [
    "asked, and all declined",
    "unanswered",
    "ask-again",
    () => book(),
    async (id) => declineQuestion(deps, { ...byAssessor(assessor), questionId: await ask(id), reason: "" }),
  ],
  ["agreed", "agreed", "ask-forms", () => book(), (id) => agree(id, { day: "2027-03-18" })],
  [
    "agreed as virtual, without a link",
    "agreed",
    "send-link",
    () => book(),
    (id) => agree(id, { day: "2027-03-18", mode: "virtual", place: "" }),
  ],
  ["over", "outcome-missing", "ask-outcome", async () => afterAgreeing(await book())],
  [
    "over, and the next contact is set",
    "outcome-missing",
    "ask-outcome",
    async () => {
      const id = await afterAgreeing(await book());
      await deps.db
        .updateTable("bookings")
        .set({ awaits_contact_since: "2027-04-01T00:00:00.000Z" })
        .where("id", "=", id)
        .execute();
      return id;
    },
  ],
  ["not held", "to-contact", "contact", () => book(), (id) => heldAs(id, "none")],
  ["held in part", "to-contact", "contact", () => book(), (id) => heldAs(id, "part")],
  ["held", "to-report", "wait-report", () => book(), (id) => heldAs(id, "full")],
  [
    "reported without an outcome",
    "to-review",
    "review",
    async () => afterAgreeing(await book()),
    (id) => createReport(deps, id),
  ],
  [
    "reported, and on hold",
    "on-hold",
    "lift-hold",
    async () => afterAgreeing(await book()),
    async (id) => {
      await createReport(deps, id);
      await placeHold(deps, { bookingId: id, reason: "unpaid", note: "", by: BY_STAFF });
    },
  ],
  [
    "released without an outcome",
    "to-complete",
    "complete",
    async () => afterAgreeing(await book()),
    (id) => createDelivery(deps, id),
  ],
  [
    "released, then a second visit",
    "agreed",
    "ask-forms",
    async () => afterAgreeing(await book()),
    async (id) => {
      await createDelivery(deps, id);
      await agree(id, { day: "2027-03-19" });
    },
  ],
  [
    "cancelled visit",
    "to-contact",
    "contact",
    async () => {
      const id = await book();
      await agree(id);
      await cancelVisit(deps, {
        ...BY_STAFF,
        bookingId: id,
        version: await versionOf(id),
        after: "agree-another",
        reason: "",
        isReferrerTold: true,
      });
      return id;
    },
  ],
  ["completed", "done", "nothing", () => book({ status: "completed" })],
  ["cancelled", "cancelled", "nothing", () => book({ status: "cancelled" })],
  ["erased", "done", "nothing", () => book({ ...CALLED, referrer_email_key: "" })],
];

async function afterAgreeing(id: string) {
  await agree(id);
  return id;
}

async function heldAs(id: string, held: "full" | "part" | "none") {
  deps.clock.set("2027-03-10T09:00:00.000Z");
  const visitId = await agree(id);
  deps.clock.set(LATER);
  await record(visitId, held);
}

async function tell(): Promise<Map<string, Story>> {
  assessor = await createAssessor(deps);
  const told = new Map<string, Story>();
  for (const story of STORIES) {
    deps.clock.set("2027-03-10T09:00:00.000Z");
    const id = await story[3]();
    deps.clock.set(LATER);
    await story[4]?.(id);
    told.set(id, story);
  }
  deps.clock.set(LATER);
  return told;
}

const idsAt = async (query: string) => {
  const view = readDashboardView(new URLSearchParams(query));
  const moment = await readMoment(deps);
  const { bookings } = await listBookings(deps.db, view, { moment, size: 100 });
  expect(await countBookings(deps.db, view, { moment })).toBe(bookings.length);
  return bookings.map(({ id }) => id).toSorted();
};

test("what the records say gives each booking its stage and what is next, and the filter finds the same", async () => {
  const told = await tell();
  const stages = await readStages(deps, [...told.keys()]);
  const words = ([id, [what]]: [string, Story]) => [what, stages.get(id)!.stage, stages.get(id)!.next.code];
  expect([...told].map(words)).toEqual(STORIES.map(([what, stage, next]) => [what, stage, next]));
  const counts = await countAt(deps.db, await readMoment(deps), STAGES);
  for (const stage of STAGES) {
    const expected = [...told.keys()].filter((id) => stages.get(id)!.stage === stage).toSorted();
    expect(await idsAt(`stage=${stage}`), stage).toEqual(expected);
    expect(counts.get(stage), stage).toBe(expected.length);
  }
});

test("a visit whose assessor cannot come is next to be given to somebody else", async () => {
  assessor = await createAssessor(deps);
  const id = await book();
  const visitId = await agree(id);
  await deps.db
    .updateTable("users")
    .set({ is_active: 0 })
    .where("id", "=", (await itsAssessor(visitId)).actor.id)
    .execute();
  expect((await readStages(deps, [id])).get(id)!.next).toMatchObject({
    code: "replace-assessor",
    label: "Priya Nair cannot come: give the visit to somebody else",
    path: `/admin/bookings/${id}/visit/reassign`,
  });
});

test("in a practice without assessors, the confirmed date says how far a booking is", async () => {
  deps.clock.set("2027-03-10T09:00:00.000Z");
  const confirmed = (preferred_date: string | null) => book({ status: "confirmed", preferred_date });
  const told = new Map<string, [Stage, NextCode]>([
    [await book({}), ["to-contact", "contact"]],
    [await book(), ["to-agree", "agree-date"]],
    [await book({ ...CALLED, preferred_date: "2027-03-01" }), ["to-agree", "confirm-date"]],
    [await confirmed(null), ["to-agree", "agree-date"]],
    [await confirmed("2027-03-09"), ["to-complete", "complete"]],
    [await confirmed("2027-03-10"), ["agreed", "ask-forms"]],
  ]);
  const stages = await readStages(deps, [...told.keys()]);
  expect([...stages.values()].map(({ stage, next }) => [stage, next.code])).toEqual([...told.values()]);
  for (const stage of STAGES) {
    const expected = [...told].filter(([, [expected]]) => expected === stage).map(([id]) => id);
    expect(await idsAt(`stage=${stage}`), stage).toEqual(expected.toSorted());
  }
});

test("the list can be filtered by what is to be done, whatever the stage", async () => {
  assessor = await createAssessor(deps);
  const due = await book({});
  await book({ awaits_contact_since: "2027-03-11T00:00:00.000Z" });
  const billing = await book({ ...CALLED, billing_to_change_since: "2027-03-09T00:00:00.000Z" });
  const asking = await book();
  const by = { actor: { kind: "visitor" as const, id: null }, requestId: "test" };
  await makeRequest(deps, asking, { ...by, kind: "cancel", day: null, note: "" });
  const unlinked = await book();
  const virtualId = await agree(unlinked, { day: "2027-03-11", mode: "virtual", place: "" });
  await writeOfficeNote(deps, {
    ...(await itsAssessor(virtualId)),
    visitId: virtualId,
    said: { kind: "note", note: "Link?" },
  });
  const infected = await book();
  await createReport(deps, infected);
  await deps.db.updateTable("documents").set({ scan: "infected" }).execute();
  const overdue = await book();
  await createInvoiceRow(deps, { id: overdue, total_pence: 100 }, { due_on: "2027-03-09" });
  const unsafe = await book();
  const visitId = await agree(unsafe, { day: "2027-03-10" });
  deps.clock.set("2027-03-10T11:00:00.000Z");
  await record(visitId, "none");
  await deps.db.updateTable("visit_outcomes").set({ is_unsafe: 1 }).execute();
  await makeInvoicesHere(deps);
  const unbilled = await book({ ...CALLED, status: "completed", updated_at: "2026-12-01T09:00:00.000Z" });
  const billed = await book({ ...CALLED, status: "completed" });
  await createInvoiceRow(deps, { id: billed, total_pence: 59_500 }, { maker: "own" });
  const expected: Record<Task, string[]> = {
    note: [unlinked],
    contact: [due, unsafe],
    request: [asking],
    "referral-forms": [unlinked, unsafe],
    link: [unlinked],
    unsafe: [unsafe],
    virus: [infected],
    billing: [billing],
    overdue: [overdue],
    "to-invoice": [unbilled],
  };
  for (const task of TASK_KEYS) expect(await idsAt(`stage=${task}`), task).toEqual(expected[task].toSorted());
});

test("an assessor has the reports to write with their days, on the first page and at the visit", async () => {
  assessor = await createAssessor(deps);
  deps.clock.set("2027-03-10T09:00:00.000Z");
  const id = await book();
  const visitId = await agree(id);
  const author = await itsAssessor(visitId);
  const pages = async () => {
    const { cookie } = await signInAs(deps, author.actor as { id: string });
    const read = (path: string) => render(deps, path, cookie).then(({ text }) => joinTexts(text));
    return [await read("/assessor"), await read(`/assessor/visits/${visitId}`)];
  };
  deps.clock.set(LATER);
  const [before] = await pages();
  expect(before).toContain("Outcome missing");
  expect(before).not.toContain("Reports to write");
  await record(visitId, "full");
  for (const text of await pages()) expect(text).toContain("Report due on 25 March 2027");
  deps.clock.set("2027-03-26T09:00:00.000Z");
  for (const text of await pages()) expect(text).toContain("Report late since 25 March 2027");
  await createReport(deps, id);
  for (const text of await pages()) expect(text).not.toContain("Report late");
});
