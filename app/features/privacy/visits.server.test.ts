import { copyFileSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { placeRestriction } from "#app/features/data-protection/restrictions.server.ts";
import {
  acceptQuestion,
  askAssessors,
  declineQuestion,
} from "#app/features/visits/agree/ask-assessors.server.ts";
import { agreeVisit, cancelVisit, reassignVisit } from "#app/features/visits/agree/change-visit.server.ts";
import { OutcomeSchema } from "#app/features/visits/outcome/outcome-schema.ts";
import { writeOfficeNote } from "#app/features/visits/outcome/office-notes.server.ts";
import { recordOutcome } from "#app/features/visits/outcome/record-outcome.server.ts";
import { findQuestion } from "#app/features/visits/record/find-visits.server.ts";
import { openDatabase } from "#app/platform/database.server.ts";
import { createTestDeps, isOnPostgres, type TestDeps } from "#tests/setup/deps.ts";
import { createBooking, createUser } from "#tests/setup/factories.ts";
import { BY_STAFF, byAssessor, createAssessor, PLAN } from "#tests/setup/visits.ts";
import { erasePerson, reapplyErasures } from "./erase-person.server.ts";
import { exportPersonalData } from "./personal-data.server.ts";
import { purgeExpired } from "./purge.server.ts";
import { findCase, startCase } from "./subject.server.ts";

const EMAIL = "joanna.reeve@example.org";
const PLACE = "7 Canary Lane, Leeds, LS6 2AB";
const REASON = "Canary is my neighbour";
const plan = { ...PLAN, place: PLACE };

/** A question that one assessor declined, then a visit to come with the other. */
async function visitedPerson(deps: TestDeps) {
  const booking = await createBooking(deps);
  const assessor = await createAssessor(deps);
  const other = await createAssessor(deps, { first_name: "Tom" });
  const asked = await askAssessors(deps, {
    ...BY_STAFF,
    bookingId: booking.id,
    plan,
    assessorIds: [assessor.id, other.id],
    deadlineAt: "2027-03-11T08:00:00.000Z",
    isReferrerTold: true,
  });
  const questionId = (asked as { questionId: string }).questionId;
  await declineQuestion(deps, { ...byAssessor(other), questionId, reason: REASON });
  return { booking, assessor, other, questionId };
}

async function desk(deps: TestDeps) {
  const { id } = await createUser(deps, { role_id: "administrator" });
  const by = { actor: { kind: "staff" as const, id }, requestId: "r1", reason: "Asked by letter" };
  return { by, open: async () => (await findCase(deps, (await startCase(deps, EMAIL, by))!))! };
}

const rowsOf = async (deps: Pick<TestDeps, "db">) => ({
  visits: await deps.db.selectFrom("visits").select(["place_sealed", "ended_as", "day"]).execute(),
  questions: await deps.db.selectFrom("visit_questions").select(["place_sealed", "closed_at"]).execute(),
  reasons: (await deps.db.selectFrom("visit_answers").select("reason_sealed").execute()).map(
    ({ reason_sealed }) => reason_sealed,
  ),
});

test("places and reasons are in the export, and nowhere in the database as text", async () => {
  const deps = createTestDeps();
  const { assessor, questionId } = await visitedPerson(deps);
  await acceptQuestion(deps, { ...byAssessor(assessor), questionId });
  const { open, by } = await desk(deps);
  const { bookings } = await exportPersonalData(deps, await open(), by);
  expect(bookings[0]?.visits).toMatchObject([
    {
      number: 1,
      day: PLAN.day,
      start: "10:00",
      place: PLACE,
      assessor: "Priya, Social worker",
      endedAs: null,
    },
  ]);
  const declined = expect.objectContaining({ answer: "declined", reason: REASON });
  expect(bookings[0]?.questionsToAssessors).toMatchObject([
    { place: PLACE, answers: expect.arrayContaining([declined]) },
  ]);
  if (isOnPostgres()) return;
  const { databaseFile } = deps.env;
  const file = readFileSync(databaseFile, "latin1") + readFileSync(`${databaseFile}-wal`, "latin1");
  expect(file).not.toContain("Canary");
});

test("erasing leaves a visit's day and assessor, no place or reason, and nothing to come", async () => {
  const deps = createTestDeps();
  const { assessor, questionId } = await visitedPerson(deps);
  await acceptQuestion(deps, { ...byAssessor(assessor), questionId });
  const { open, by } = await desk(deps);
  expect(await erasePerson(deps, await open(), by)).toBe("erased");
  const { visits, questions, reasons } = await rowsOf(deps);
  expect(visits).toEqual([{ place_sealed: null, ended_as: "cancelled", day: PLAN.day }]);
  expect(questions).toEqual([{ place_sealed: null, closed_at: expect.any(String) }]);
  expect(reasons).toEqual([null, null]);
});

test("a visit that took place stays so after an erasure, and an open question is closed", async () => {
  const deps = createTestDeps();
  const { booking, assessor, questionId } = await visitedPerson(deps);
  const change = { ...BY_STAFF, bookingId: booking.id, version: 1, isReferrerTold: false };
  await agreeVisit(deps, { ...change, plan, assessorId: assessor.id, overruled: null });
  deps.clock.advance(5 * 86_400_000);
  await deps.db
    .updateTable("visit_questions")
    .set({ closed_at: null, closed_as: null })
    .where("id", "=", questionId)
    .execute();
  const { open, by } = await desk(deps);
  await erasePerson(deps, await open(), by);
  expect((await rowsOf(deps)).visits).toEqual([{ place_sealed: null, ended_as: null, day: PLAN.day }]);
  expect(await findQuestion(deps, questionId)).toMatchObject({ closed_as: "closed", place: "" });
});

test.skipIf(isOnPostgres())("a restored backup brings no place back", async () => {
  const deps = createTestDeps();
  await visitedPerson(deps);
  const { open, by } = await desk(deps);
  const { row } = await open();
  const before = join(deps.env.DATA_DIR, "before.db");
  await deps.db.destroy();
  copyFileSync(deps.env.databaseFile, before);
  const afterwards = { ...deps, db: openDatabase(deps.env.databaseFile) };
  await erasePerson(afterwards, (await findCase(afterwards, row.id))!, by);
  await afterwards.db.destroy();
  copyFileSync(before, deps.env.databaseFile);
  const restored = { ...deps, db: openDatabase(deps.env.databaseFile) };
  expect((await rowsOf(restored)).questions[0]?.place_sealed).not.toBeNull();
  await reapplyErasures(restored);
  const { questions, reasons } = await rowsOf(restored);
  expect([questions[0]?.place_sealed, ...reasons]).toEqual([null, null, null]);
  await restored.db.destroy();
});

test("places go when the booking's retention period is over", async () => {
  const deps = createTestDeps();
  const { booking, assessor, questionId } = await visitedPerson(deps);
  await acceptQuestion(deps, { ...byAssessor(assessor), questionId });
  deps.clock.advance(10 * 366 * 86_400_000);
  expect(await purgeExpired(deps)).toMatchObject({ bookings: 1 });
  expect((await rowsOf(deps)).visits[0]).toEqual({ place_sealed: null, ended_as: null, day: PLAN.day });
  expect(booking.status).toBe("pending");
});

test("reports and notes of assessors are in the export, and erasing leaves none of their words", async () => {
  const deps = createTestDeps();
  const { assessor, questionId } = await visitedPerson(deps);
  await acceptQuestion(deps, { ...byAssessor(assessor), questionId });
  const { id: visitId } = await deps.db.selectFrom("visits").select("id").executeTakeFirstOrThrow();
  deps.clock.set("2027-03-11T12:00:00.000Z");
  const outcome = OutcomeSchema.parse({ held: "none", notHeldReason: "unwell", note: "Canary was in bed" });
  await recordOutcome(deps, { ...byAssessor(assessor), visitId, outcome });
  const said = { kind: "note", note: "Canary needs a ramp" } as const;
  await writeOfficeNote(deps, { ...byAssessor(assessor), visitId, said });
  const { open, by } = await desk(deps);
  const { bookings } = await exportPersonalData(deps, await open(), by);
  expect(bookings[0]?.visits).toMatchObject([
    { reports: [{ held: "none", note: "Canary was in bed" }], notes: [{ note: "Canary needs a ramp" }] },
  ]);
  await erasePerson(deps, await open(), by);
  const left = [
    ...(await deps.db.selectFrom("visit_outcomes").select("details_sealed as text").execute()),
    ...(await deps.db.selectFrom("visit_notes").select("note_sealed as text").execute()),
  ];
  expect(left.map(({ text }) => text)).toEqual([null, null]);
});

test("who had a visit before is in the export, and in the database for 30 days", async () => {
  const deps = createTestDeps();
  const { booking, assessor, other, questionId } = await visitedPerson(deps);
  await acceptQuestion(deps, { ...byAssessor(assessor), questionId });
  const change = { ...BY_STAFF, bookingId: booking.id, version: 2, isReferrerTold: false, overruled: null };
  await reassignVisit(deps, { ...change, assessorId: other.id, reason: "" });
  const { open, by } = await desk(deps);
  const { bookings } = await exportPersonalData(deps, await open(), by);
  const until = deps.clock.now().toISOString();
  expect(bookings[0]?.visits).toMatchObject([
    {
      assessor: "Tom, Social worker",
      formerAssessors: [{ assessor: "Priya, Social worker", until }],
    },
  ]);
  const rows = () => deps.db.selectFrom("visit_former_assessors").select("assessor_id").execute();
  deps.clock.advance(29 * 86_400_000);
  await purgeExpired(deps);
  expect(await rows()).toEqual([{ assessor_id: assessor.id }]);
  deps.clock.advance(2 * 86_400_000);
  await purgeExpired(deps);
  expect(await rows()).toEqual([]);
});

test("while processing is restricted, no visit is agreed, accepted or cancelled", async () => {
  const deps = createTestDeps();
  const { booking, assessor, questionId } = await visitedPerson(deps);
  const { open, by } = await desk(deps);
  await placeRestriction(deps, { ...by, kind: "restriction", case: (await open()).row });
  expect(await acceptQuestion(deps, { ...byAssessor(assessor), questionId })).toMatchObject({
    problem: "unavailable",
  });
  const change = { ...BY_STAFF, bookingId: booking.id, version: 1, isReferrerTold: true };
  const refused = { ok: false, problem: "restricted" };
  expect(await agreeVisit(deps, { ...change, plan, assessorId: assessor.id, overruled: null })).toEqual(
    refused,
  );
  expect(await cancelVisit(deps, { ...change, after: "agree-another", reason: "" })).toEqual(refused);
  expect((await rowsOf(deps)).visits).toEqual([]);
});
