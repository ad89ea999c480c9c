import { assessorsById } from "#app/features/assessors/assessors.server.ts";
import { recordAudit, type ActedByRequest, type ActedBy } from "#app/features/audit/record-audit.server.ts";
import type { BookingRow } from "#app/features/booking/fields/tables.ts";
import {
  changeBooking,
  DONE,
  refused,
  type Inside,
  type KeptNow,
  type Result,
} from "#app/features/booking/record/change-booking.server.ts";
import { updateBooking } from "#app/features/booking/record/write-booking.server.ts";
import type { Deps } from "#app/deps.server.ts";
import { formatInstant } from "#app/platform/dates.ts";
import { checkVisit, putVisit, type VisitProblem } from "./change-visit.server.ts";
import { readAddresses } from "#app/features/visits/plan/addresses.server.ts";
import {
  findQuestion,
  isQuestionOpen,
  sealQuestionPlace,
  sealReason,
  visitsOfBooking,
  type VisitQuestion,
} from "#app/features/visits/record/find-visits.server.ts";
import { readInTheWay, settleInTheWay } from "#app/features/visits/plan/in-the-way.server.ts";
import { whyNotYet, type Decided, type NotYet } from "#app/features/visits/plan/in-the-way.ts";
import { upcomingVisit } from "#app/features/visits/record/stage.ts";
import { closeQuestions, mailQuestion } from "./visit-mails.server.ts";
import type { VisitPlan } from "#app/features/visits/record/visit-plan.ts";
import { knownAddress, knownIn } from "#app/features/visits/plan/visit-problems.ts";
import { hasEnded, whenOf } from "#app/features/visits/record/visit-times.ts";

export const MAX_ASKED = 20;

type AskResult =
  | { ok: true; questionId: string }
  | { ok: false; problem: KeptNow | "closed" | "has-visit" | "past" | "unknown-assessor" }
  | { ok: false; problem: "deadline" }
  | ({ ok: false } & NotYet);

/** Asks several assessors whether they can come. `deadlineAt` is a UTC instant, after which nobody can accept. */
export async function askAssessors(
  deps: Deps,
  asked: ActedBy & {
    bookingId: string;
    plan: VisitPlan;
    assessorIds: readonly string[];
    deadlineAt: string;
    isReferrerTold: boolean;
    /** A request for another day stays open at least until an assessor has accepted. */
    decided?: Decided;
    /** Keys of the addresses that were shown with the plan; without them, those on record now. */
    addressesSeen?: readonly string[];
  },
): Promise<AskResult> {
  const { plan, deadlineAt } = asked;
  const ids = [...new Set(asked.assessorIds)].slice(0, MAX_ASKED);
  const { bookingId } = asked;
  return changeBooking(deps, { bookingId, by: asked }, async (inside, booking): Promise<AskResult> => {
    const now = inside.clock.now();
    if (booking.status === "cancelled" || booking.status === "completed")
      return { ok: false, problem: "closed" };
    if (upcomingVisit(await visitsOfBooking(inside, booking.id), now))
      return { ok: false, problem: "has-visit" };
    if (hasEnded(plan, now)) return { ok: false, problem: "past" };
    if (deadlineAt <= now.toISOString()) return { ok: false, problem: "deadline" };
    const way = await readInTheWay(inside, booking);
    const notYet = whyNotYet(way, plan.day, asked.decided);
    if (notYet) return { ok: false, ...notYet };
    const assessors = [...(await assessorsById(inside, ids)).values()].filter(({ isActive }) => isActive);
    if (assessors.length === 0 || assessors.length < ids.length)
      return { ok: false, problem: "unknown-assessor" };
    const settling = { day: plan.day, decided: asked.decided, by: asked };
    const { columns } = await settleInTheWay(inside, bookingId, { ...way, askedDate: null }, settling);
    if (columns.start_requested) await updateBooking(inside.db, inside, booking, columns);
    const id = await putQuestion(inside, booking, { ...asked, assessorIds: ids, offerId: null });
    await mailQuestion(inside, { id, bookingId: booking.id, assessors });
    const names = assessors.map(({ name }) => name).join(", ");
    await recordAudit(inside, asked, "visit.asked", ["booking", booking.id], {
      note: `${whenOf(plan)}: ${names}. Until ${formatInstant(deadlineAt)}`,
    });
    return { ok: true, questionId: id };
  });
}

type Question = {
  plan: VisitPlan;
  assessorIds: readonly string[];
  deadlineAt: string;
  isReferrerTold: boolean;
  addressesSeen?: readonly string[] | undefined;
  actor: ActedBy["actor"];
  /** The offer to the referrer that holds the time: nobody is asked. */
  offerId: string | null;
};

/** Writes a question to assessors, or a time that is held for one, in the caller's transaction. Gives its id. */
export async function putQuestion(inside: Inside, booking: BookingRow, question: Question) {
  const { plan, assessorIds, deadlineAt, addressesSeen, offerId } = question;
  const { day, start, minutes, mode, place } = plan;
  const id = inside.ids.uuid();
  const known = addressesSeen ?? (await readAddresses(inside, booking)).map(({ keys }) => keys[0]!);
  await inside.db
    .insertInto("visit_questions")
    .values({
      id,
      booking_id: booking.id,
      offer_id: offerId,
      day,
      start,
      minutes,
      is_virtual: mode === "virtual" ? 1 : 0,
      place_sealed: sealQuestionPlace(inside.secrets, id, place),
      settled: JSON.stringify(known.map(knownAddress)),
      is_referrer_told: question.isReferrerTold ? 1 : 0,
      deadline_at: deadlineAt,
      closed_at: null,
      closed_as: null,
      asked_by: question.actor.id,
      created_at: inside.clock.now().toISOString(),
    })
    .execute();
  const none = { answer: null, reason_sealed: null, answered_at: null };
  const answers = assessorIds.map((assessor_id) => ({ question_id: id, assessor_id, ...none }));
  await inside.db.insertInto("visit_answers").values(answers).execute();
  return id;
}

/** Codes for an assessor; `answerRefusal` has the words. */
export type AnswerProblem =
  | { problem: "not-found" | "ended" | "taken" | "expired" | "answered" | "unavailable" }
  | { problem: "overlap" | "barred"; reason: string };

type AnswerResult = { ok: true } | ({ ok: false } & AnswerProblem);

const refuse = (problem: Exclude<AnswerProblem["problem"], "overlap" | "barred">) =>
  ({ ok: false, problem }) as const;

/** Why a question can no longer be accepted; null while it is open. */
function whyEnded(question: VisitQuestion, assessorId: string, now: Date) {
  const own = question.answers.find(({ assessor_id }) => assessor_id === assessorId);
  if (own?.answer) return "answered";
  if (question.closed_as === "accepted" || question.closed_as === "agreed") return "taken";
  if (question.closed_at !== null) return "ended";
  return isQuestionOpen(question, now) ? null : "expired";
}

/** Writes the answer of an assessor to a question that they were asked, while it is open. Unknown questions and others'
 * answer alike; the same answer twice is one. */
async function answer(
  deps: Deps,
  { questionId, ...by }: ActedByRequest & { questionId: string },
  given: "accepted" | "declined",
  work: (inside: Inside, booking: BookingRow, question: VisitQuestion) => Promise<AnswerResult>,
): Promise<AnswerResult> {
  const assessorId = by.actor.id!;
  const answered = (question: VisitQuestion | null): AnswerResult | null => {
    const own = question?.answers.find(({ assessor_id }) => assessor_id === assessorId);
    if (!question || !own || question.offer_id !== null) return refuse("not-found");
    if (own.answer === given) return DONE;
    const ended = whyEnded(question, assessorId, deps.clock.now());
    return ended ? refuse(ended) : null;
  };
  const shown = await findQuestion(deps, questionId);
  const before = answered(shown);
  if (!shown || before) return before ?? refuse("not-found");
  const change = { bookingId: shown.booking_id, by };
  const result = await changeBooking(deps, change, async (inside, booking): Promise<AnswerResult> => {
    const question = await findQuestion(inside, questionId);
    return answered(question) ?? work(inside, booking, question!);
  });
  if (!result.ok && (result.problem === "erased" || result.problem === "restricted"))
    return refuse("unavailable");
  return result;
}

/** The visit that a question is about, as the one who accepts would have it. */
const wantedBy = (question: VisitQuestion, assessorId: string) => ({
  plan: question,
  assessorId,
  overruled: null,
  isByAssessor: true,
  // Staff decided when they asked: a request for another day than the accepted one stays open.
  decided: { isRequestAnswered: false },
});

/** Why an assessor cannot accept an open question of this booking now; null where they can. */
export async function whyNotAccept(
  deps: Parameters<typeof checkVisit>[0],
  booking: BookingRow,
  { question, assessorId }: { question: VisitQuestion; assessorId: string },
): Promise<Exclude<AnswerProblem, { problem: "not-found" }> | null> {
  const checked = await checkVisit(deps, booking, wantedBy(question, assessorId));
  return checked.ok ? null : (refusalOf(checked) as Exclude<AnswerProblem, { problem: "not-found" }>);
}

/** Agrees the visit with the assessor who accepts, unless it is taken, closed or in the way of another
 * visit of theirs. */
export function acceptQuestion(deps: Deps, by: ActedByRequest & { questionId: string }) {
  const assessorId = by.actor.id!;
  return answer(deps, by, "accepted", async (inside, booking, question) => {
    const agreed = await putVisit(inside, booking, {
      actor: by.actor,
      requestId: by.requestId,
      ...wantedBy(question, assessorId),
      isReferrerTold: question.is_referrer_told === 1,
      addressesSeen: knownIn(question.settled),
      closes: "accepted",
    });
    if (!agreed.ok) return refusalOf(agreed);
    await writeAnswer(inside, { questionId: question.id, assessorId }, "accepted", "");
    return DONE;
  });
}

function refusalOf(problem: VisitProblem): { ok: false } & AnswerProblem {
  if (problem.problem === "overlap" || problem.problem === "barred") return { ok: false, ...problem };
  if (problem.problem === "has-visit") return refuse("taken");
  return refuse(problem.problem === "past" ? "expired" : "unavailable");
}

type Own = { questionId: string; assessorId: string };

async function writeAnswer(
  { db, secrets, clock }: Inside,
  { questionId, assessorId }: Own,
  given: "accepted" | "declined",
  reason: string,
): Promise<void> {
  const row = { question_id: questionId, assessor_id: assessorId };
  await db
    .updateTable("visit_answers")
    .set({
      answer: given,
      reason_sealed: sealReason(secrets, row, reason),
      answered_at: clock.now().toISOString(),
    })
    .where("question_id", "=", questionId)
    .where("assessor_id", "=", assessorId)
    .execute();
}

/** Notes that the assessor cannot come, with an optional reason for staff. Safe to repeat. */
export const declineQuestion = (deps: Deps, by: ActedByRequest & { questionId: string; reason: string }) =>
  answer(deps, by, "declined", async (inside, booking, question) => {
    await writeAnswer(inside, { questionId: question.id, assessorId: by.actor.id! }, "declined", by.reason);
    await recordAudit(inside, by, "visit.declined", ["booking", booking.id]);
    return DONE;
  });

/** Ends a question of this booking before its deadline. Safe to repeat. */
export async function closeQuestion(
  deps: Deps,
  { bookingId, questionId, ...by }: ActedBy & { bookingId: string; questionId: string },
): Promise<Result<KeptNow>> {
  const shown = await findQuestion(deps, questionId);
  if (shown?.booking_id !== bookingId || shown.offer_id !== null) return refused("not-found");
  if (shown.closed_at !== null) return DONE;
  return changeBooking(deps, { bookingId, by }, async (inside) => {
    const question = await findQuestion(inside, questionId);
    if (!question || question.closed_at !== null) return DONE;
    await closeQuestions(inside, { bookingId, as: "closed", questionId });
    await recordAudit(inside, by, "visit.question-closed", ["booking", bookingId]);
    return DONE;
  });
}
