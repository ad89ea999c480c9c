import { expect, test } from "vitest";
import { findBooking } from "#app/features/booking/record/find-booking.server.ts";
import { visitData } from "#app/features/visits/personal.server.ts";
import { createTestDeps, type TestDeps } from "#tests/setup/deps.ts";
import { createBooking } from "#tests/setup/factories.ts";
import { BY_STAFF, byAssessor, createAssessor, PLAN } from "#tests/setup/visits.ts";
import { acceptQuestion, askAssessors, closeQuestion, declineQuestion } from "./ask-assessors.server.ts";
import { agreeVisit } from "./change-visit.server.ts";
import {
  findQuestion,
  questionsFor,
  visitsOfBooking,
} from "#app/features/visits/record/find-visits.server.ts";

const DEADLINE = "2027-03-10T17:00:00.000Z";

async function asked(deps: TestDeps, count = 3) {
  const booking = await createBooking(deps);
  const assessors = [];
  for (let index = 0; index < count; index += 1) assessors.push(await createAssessor(deps));
  const result = await askAssessors(deps, {
    ...BY_STAFF,
    bookingId: booking.id,
    plan: PLAN,
    assessorIds: assessors.map(({ id }) => id),
    deadlineAt: DEADLINE,
    isReferrerTold: true,
  });
  if (!result.ok) throw new Error(result.problem);
  return { booking, assessors, questionId: result.questionId };
}

test("of all who accept at once the first has the visit, and the others are told that it is taken", async () => {
  const deps = createTestDeps();
  const { booking, assessors, questionId } = await asked(deps, 5);
  const results = await Promise.all(
    assessors.map((assessor) => acceptQuestion(deps, { ...byAssessor(assessor), questionId })),
  );
  expect(results.filter(({ ok }) => ok)).toHaveLength(1);
  expect(results.filter((result) => !result.ok && result.problem === "taken")).toHaveLength(4);
  const winner = assessors[results.findIndex(({ ok }) => ok)]!;
  expect(await visitsOfBooking(deps, booking.id)).toMatchObject([{ assessor_id: winner.id, ...PLAN }]);
  expect(await findBooking(deps.db, booking.id)).toMatchObject({ status: "confirmed" });
  expect(await findQuestion(deps, questionId)).toMatchObject({ closed_as: "accepted" });
  expect(await acceptQuestion(deps, { ...byAssessor(winner), questionId })).toEqual({ ok: true });
});

test("declining may give a reason, which is stored encrypted, and leaves the question to the others", async () => {
  const deps = createTestDeps();
  const { assessors, questionId } = await asked(deps);
  const [first, second] = [assessors[0]!, assessors[1]!];
  expect(await declineQuestion(deps, { ...byAssessor(first), questionId, reason: "On leave" })).toEqual({
    ok: true,
  });
  const rows = await deps.db.selectFrom("visit_answers").selectAll().execute();
  expect(JSON.stringify(rows)).not.toContain("On leave");
  const question = (await findQuestion(deps, questionId))!;
  expect(question.answers.find(({ assessor_id }) => assessor_id === first.id)).toMatchObject({
    answer: "declined",
    reason: "On leave",
  });
  expect(await acceptQuestion(deps, { ...byAssessor(first), questionId })).toMatchObject({
    problem: "answered",
  });
  expect(await questionsFor(deps, first.id, deps.clock.now())).toEqual([]);
  expect(await questionsFor(deps, second.id, deps.clock.now())).toHaveLength(1);
});

test("nobody else can answer, and an unknown question answers alike", async () => {
  const deps = createTestDeps();
  const { questionId } = await asked(deps);
  const stranger = byAssessor(await createAssessor(deps));
  const refused = { ok: false, problem: "not-found" };
  expect(await acceptQuestion(deps, { ...stranger, questionId })).toEqual(refused);
  expect(await declineQuestion(deps, { ...stranger, questionId, reason: "" })).toEqual(refused);
  expect(await acceptQuestion(deps, { ...stranger, questionId: "none" })).toEqual(refused);
});

test("a question ends with its deadline", async () => {
  const deps = createTestDeps();
  const { assessors, questionId } = await asked(deps);
  deps.clock.set(DEADLINE);
  expect(await acceptQuestion(deps, { ...byAssessor(assessors[0]!), questionId })).toMatchObject({
    problem: "expired",
  });
});

test("a question ends with the agreement of a visit by staff", async () => {
  const deps = createTestDeps();
  const { booking, assessors, questionId } = await asked(deps);
  await agreeVisit(deps, {
    ...BY_STAFF,
    bookingId: booking.id,
    version: 1,
    isReferrerTold: true,
    overruled: null,
    plan: PLAN,
    assessorId: assessors[0]!.id,
  });
  expect(await acceptQuestion(deps, { ...byAssessor(assessors[1]!), questionId })).toMatchObject({
    problem: "taken",
  });
});

test("staff close a question of their booking, once", async () => {
  const deps = createTestDeps();
  const { booking, assessors, questionId } = await asked(deps);
  expect(await closeQuestion(deps, { ...BY_STAFF, bookingId: "another", questionId })).toMatchObject({
    problem: "not-found",
  });
  for (let time = 0; time < 2; time += 1) {
    expect(await closeQuestion(deps, { ...BY_STAFF, bookingId: booking.id, questionId })).toEqual({
      ok: true,
    });
  }
  expect(await acceptQuestion(deps, { ...byAssessor(assessors[1]!), questionId })).toMatchObject({
    problem: "ended",
  });
});

test("who has another visit by then cannot accept, and hears why", async () => {
  const deps = createTestDeps();
  const { assessors, questionId } = await asked(deps);
  const other = await createBooking(deps);
  await agreeVisit(deps, {
    ...BY_STAFF,
    bookingId: other.id,
    version: 1,
    isReferrerTold: true,
    overruled: null,
    plan: PLAN,
    assessorId: assessors[0]!.id,
  });
  expect(await acceptQuestion(deps, { ...byAssessor(assessors[0]!), questionId })).toEqual({
    ok: false,
    problem: "overlap",
    reason: `Visit 10:00–11:30 in LS6 (${other.reference})`,
  });
  expect(await acceptQuestion(deps, { ...byAssessor(assessors[1]!), questionId })).toEqual({ ok: true });
});

test("a booking has all its questions, however often it was asked about", async () => {
  const deps = createTestDeps();
  const { booking, assessors, questionId } = await asked(deps, 1);
  const row = await deps.db.selectFrom("visit_questions").selectAll().executeTakeFirstOrThrow();
  const more = Array.from({ length: 100 }, () => ({ ...row, id: deps.ids.uuid(), place_sealed: null }));
  await deps.db.insertInto("visit_questions").values(more).execute();
  const answers = more.map(({ id }) => ({ question_id: id, assessor_id: assessors[0]!.id }));
  const unanswered = { answer: null, reason_sealed: null, answered_at: null };
  await deps.db
    .insertInto("visit_answers")
    .values(answers.map((one) => ({ ...one, ...unanswered })))
    .execute();
  expect((await visitData(deps, booking.id)).questionsToAssessors).toHaveLength(101);
  const toAnswer = await questionsFor(deps, assessors[0]!.id, deps.clock.now());
  expect(toAnswer).toHaveLength(101);
  expect(toAnswer.map(({ id }) => id)).toContain(questionId);
});
