import type { Deps } from "#app/deps.server.ts";
import { assessorsById } from "#app/features/assessors/assessors.server.ts";
import { recordAudit, type ActedByRequest } from "#app/features/audit/record-audit.server.ts";
import {
  changeBooking,
  DONE,
  refused,
  type Inside,
} from "#app/features/booking/record/change-booking.server.ts";
import { enqueueMail } from "#app/features/outbox/enqueue-mail.server.ts";
import { findReport, liveDeliveries, reportsOfBooking } from "#app/features/report/report-rows.server.ts";
import type { IsoDate } from "#app/platform/dates.ts";
import { isOpen, planOverdue } from "./ask-questions.server.ts";
import {
  findQuestions,
  questionsWhere,
  writeQuestions,
  type Questions,
  type ReadDeps,
} from "./question-rows.server.ts";
import { inNumbers, type AnswerAs } from "./question-words.ts";

type Deciding = {
  bookingId: string;
  questionsId: string;
  by: ActedByRequest;
  /** `markOfState` when the page was read; without it, nobody checks. */
  seen?: string | undefined;
};

/** Changes with every decision about questions. */
export const markOfState = ({ state, passed_at }: Pick<Questions, "state" | "passed_at">) =>
  `${state} ${passed_at ?? ""}`;

/** True while the answers to these questions wait for their review. */
export const isInReview = async (deps: ReadDeps, questions: Questions) =>
  questions.addendum_report_id !== null &&
  (await findReport(deps, questions.addendum_report_id))?.state === "in-review";

/** Works on open questions of a booking, unless their answers are in review. */
function decide<Answer extends { ok: boolean }>(
  deps: Deps,
  { bookingId, questionsId, by, seen }: Deciding,
  work: (inside: Inside, questions: Questions) => Promise<Answer>,
) {
  return changeBooking(deps, { bookingId, by }, async (inside) => {
    const questions = await findQuestions(inside, questionsId);
    if (questions?.booking_id !== bookingId) return refused("gone");
    const isAsSeen = seen === undefined || seen === markOfState(questions);
    if (!isOpen(questions) || !isAsSeen) return refused("closed");
    return (await isInReview(inside, questions)) ? refused("in-review") : work(inside, questions);
  });
}

type Passed = { assessorId: string; answerAs: AnswerAs; dueOn: IsoDate; isTogether: boolean };

/** Passes questions on to an assessor, who answers them by a version of the report. Again: to another one. */
export async function passQuestions(deps: Deps, passing: Deciding & Passed) {
  const { bookingId, by, assessorId, answerAs, dueOn } = passing;
  return decide(deps, passing, async (inside, { id, texts, due_on, passed_to }) => {
    const assessor = (await assessorsById(inside, [assessorId])).get(assessorId);
    if (!assessor?.isActive || !assessor.isAssessor) return refused("no-assessor");
    if (!(await reportsOfBooking(inside, bookingId)).some(({ state }) => state === "released"))
      return refused("none-released");
    const key = await keyOf(inside, bookingId, passing);
    const passed_at = inside.clock.now().toISOString();
    await writeQuestions(inside, id, {
      state: "passed",
      passed_to: assessorId,
      passed_at,
      answer_as: answerAs,
      due_on: dueOn,
      addendum_key: key,
      addendum_report_id: null,
      // Nobody signs what another assessor wrote.
      ...(passed_to !== null && passed_to !== assessorId && { answer: { answers: [] } }),
    });
    const note = `${inNumbers(texts.length)}, to ${assessor.name}`;
    await recordAudit(inside, by, "report.questions-passed", ["booking", bookingId], { note });
    await enqueueMail(inside, {
      topic: "report-questions-passed",
      to: assessor.email,
      bookingId,
      dedupeKey: `report-questions-passed:${id}:${passed_at}`,
      payload: { questionsId: id, assessorId },
    });
    if (dueOn !== due_on) await planOverdue(inside, bookingId, id, dueOn);
    return DONE;
  });
}

/** The key of other questions that the same assessor is answering by an addendum, to be answered together; else a key
 * that no other questions have. */
async function keyOf(inside: Inside, bookingId: string, passing: Deciding & Passed): Promise<string> {
  const { questionsId, assessorId, isTogether, answerAs } = passing;
  const others = (await questionsWhere(inside, { bookingId })).filter(({ id }) => id !== questionsId);
  for (const one of isTogether && answerAs === "addendum" ? others : []) {
    const isTheirs = one.state === "passed" && one.passed_to === assessorId && one.answer_as === "addendum";
    if (isTheirs && !(await isInReview(inside, one))) return one.addendum_key!;
  }
  const isTaken = others.some(({ addendum_key }) => addendum_key === questionsId);
  return isTaken ? inside.ids.uuid() : questionsId;
}

async function tellAsker(inside: Inside, { id, booking_id, asker }: Questions, answeredBy = "office") {
  await enqueueMail(inside, {
    topic: "report-questions-closed",
    to: asker.email,
    bookingId: booking_id,
    // An answer that was withdrawn is followed by another one.
    dedupeKey: `report-questions-closed:${id}:${answeredBy}`,
    payload: { deliveryId: asker.id },
  });
}

/** Answers questions in the office's own words, which are no part of the report. */
export async function answerOurselves(deps: Deps, answering: Deciding & { answers: string[] }) {
  const { by, bookingId, answers } = answering;
  return decide(deps, answering, async (inside, questions) => {
    if (answers.length !== questions.texts.length) return refused("gone");
    await writeQuestions(inside, questions.id, {
      state: "answered",
      passed_to: null,
      answer: { answers },
      // An addendum that was returned or withdrawn answers nothing.
      addendum_report_id: null,
      closed_by: by.actor.id,
      closed_at: inside.clock.now().toISOString(),
    });
    const note = "By the office";
    await recordAudit(inside, by, "report.questions-answered", ["booking", bookingId], { note });
    await tellAsker(inside, questions);
    return DONE;
  });
}

/** Refuses questions; their asker reads the reason. */
export async function refuseQuestions(deps: Deps, refusing: Deciding & { reason: string }) {
  const { by, bookingId, reason } = refusing;
  return decide(deps, refusing, async (inside, questions) => {
    await writeQuestions(inside, questions.id, {
      state: "refused",
      answer: { answers: [], reason },
      closed_by: by.actor.id,
      closed_at: inside.clock.now().toISOString(),
    });
    await recordAudit(inside, by, "report.questions-refused", ["booking", bookingId]);
    await tellAsker(inside, questions);
    return DONE;
  });
}

type Again = { bookingId: string; deliveryId: string; by: ActedByRequest };

/** Lets a recipient ask once more, whatever they asked before and also after the last day. Harmless to repeat. */
export async function letAsk(deps: Deps, { bookingId, deliveryId, by }: Again) {
  return changeBooking(deps, { bookingId, by }, async (inside) => {
    const delivery = (await liveDeliveries(inside, bookingId)).find(({ id }) => id === deliveryId);
    if (!delivery) return refused("gone");
    if (delivery.may_ask === 1) return DONE;
    await inside.db
      .updateTable("report_deliveries")
      .set({ may_ask: 1 })
      .where("id", "=", deliveryId)
      .execute();
    await recordAudit(inside, by, "report.questions-opened", ["booking", bookingId]);
    return DONE;
  });
}

/** Closes the questions that the version which was just released answers, in its transaction. */
export async function closeAnswered(inside: Inside, bookingId: string, by: ActedByRequest): Promise<void> {
  const released = (await reportsOfBooking(inside, bookingId)).filter(({ state }) => state === "released");
  const correction = released.find(({ kind }) => kind === "correction");
  for (const questions of await questionsWhere(inside, { bookingId })) {
    const { state, answer_as, passed_at, addendum_report_id } = questions;
    if (state !== "passed") continue;
    const report =
      answer_as === "addendum"
        ? released.find(({ id }) => id === addendum_report_id)
        : correction && correction.declared_at > passed_at!
          ? correction
          : undefined;
    if (!report) continue;
    await writeQuestions(inside, questions.id, {
      state: "answered",
      addendum_report_id: report.id,
      closed_by: by.actor.id,
      closed_at: inside.clock.now().toISOString(),
    });
    const note = `In version ${report.version}`;
    await recordAudit(inside, by, "report.questions-answered", ["booking", bookingId], { note });
    await tellAsker(inside, questions, report.id);
  }
}
