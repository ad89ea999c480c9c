import type { Deps } from "#app/deps.server.ts";
import { assessorsById } from "#app/features/assessors/assessors.server.ts";
import type { BookingRow } from "#app/features/booking/fields/tables.ts";
import { enqueueMail, enqueueMails, type MailRequest } from "#app/features/outbox/enqueue-mail.server.ts";
import type { MailPayloads } from "#app/features/outbox/mail-topics.ts";
import { addDays, type IsoDate } from "#app/platform/dates.ts";
import { isQuestionOpen, questionsOfBooking } from "#app/features/visits/record/find-visits.server.ts";
import type { VisitQuestionRow } from "#app/features/visits/record/tables.ts";
import { textAboutVisit } from "#app/features/texts/queue-texts.server.ts";
import { hasEnded, instantOf, spanOf, type VisitTime } from "#app/features/visits/record/visit-times.ts";

const DAY_MS = 86_400_000;
const REMINDER_DAYS = 2;
const REMINDER_TIME = "09:00";
const TOMORROW_TIME = "17:00";

type Told = {
  /** State after the change. */
  booking: BookingRow;
  visitId: string;
  isReferrerTold: boolean;
  /** The request that the visit answers. */
  answered?: MailPayloads["visit-agreed"]["answered"];
  /** Requests that ended with the booking. */
  ended?: MailPayloads["visit-cancelled"]["ended"];
} & (
  | { what: "agreed" | "cancelled" }
  /** `isTimeKept`: the place alone has changed. */
  | { what: "moved"; isTimeKept: boolean; former: VisitTime; formerAssessorId?: string }
  | { what: "reassigned"; formerAssessorId: string }
);

/** The instant (UTC) of a London time some days before a visit; null when it is over. */
function instantBefore({ clock }: Pick<Deps, "clock">, day: IsoDate, days: number, time: string) {
  const at = instantOf(addDays(day, -days), time);
  return at > clock.now().getTime() ? new Date(at).toISOString() : null;
}

/** Queues the mails about a change of a visit: to the referrer if told, to each assessor concerned, the reminder two
 * days before of a referrer who was told, and the assessor's list of tomorrow at 17:00 London. What they say is read
 * when they are sent. */
export async function tellAboutVisit(deps: Deps, told: Told): Promise<void> {
  const { booking, visitId, what, isReferrerTold, answered, ended } = told;
  const visit = await deps.db
    .selectFrom("visits")
    .selectAll()
    .where("id", "=", visitId)
    .executeTakeFirstOrThrow();
  const { day, start, assessor_id: assessorId } = visit;
  const formerId = "formerAssessorId" in told ? told.formerAssessorId : undefined;
  const assessors = await assessorsById(deps, [assessorId, formerId ?? assessorId]);
  const emailOf = (id: string) => assessors.get(id)?.email;
  const about = { bookingId: booking.id };
  const now = deps.clock.now();
  const isOver = hasEnded(visit, now);
  /** Asks the assessor for the outcome, a day after the visit; at once for one that was entered afterwards. */
  const askForOutcome = async () => {
    const to = emailOf(assessorId);
    if (!to) return;
    await enqueueMail(deps, {
      ...about,
      topic: "assessor-visit-outcome-missing",
      to,
      dedupeKey: `outcome-missing:${visitId}:${assessorId}:${day}:${start}`,
      payload: { visitId, assessorId, day, start },
      notBefore: isOver ? now.toISOString() : new Date(spanOf(visit).until + DAY_MS).toISOString(),
    });
  };
  if (what === "agreed" && isOver) return askForOutcome();
  const moved = what === "moved" && told.isTimeKept ? { isTimeKept: true } : {};
  const key = `${visitId}:${booking.version}`;
  if (isReferrerTold) {
    const topic = `visit-${what}` as const;
    const payload = { visitId, ...moved, ...(answered && { answered }), ...(ended?.length && { ended }) };
    await enqueueMail(deps, {
      ...about,
      topic,
      payload,
      to: booking.referrer_email,
      dedupeKey: `${topic}:${key}`,
    });
    const times = what === "moved" ? [visit, told.former] : [visit];
    if (what !== "reassigned" && !("isTimeKept" in moved))
      await textAboutVisit(deps, { booking, visitId, what, times });
  }
  type Change = "agreed" | "moved" | "reassigned" | "cancelled";
  const toAssessor = async (id: string, changed: Change) => {
    const to = emailOf(id);
    if (!to) return;
    const topic = `assessor-visit-${changed}` as const;
    const payload = { visitId, assessorId: id, ...moved };
    await enqueueMail(deps, { ...about, topic, payload, to, dedupeKey: `${topic}:${key}:${id}` });
  };
  await toAssessor(assessorId, formerId === undefined ? what : "agreed");
  if (formerId !== undefined) await toAssessor(formerId, "reassigned");
  if (what === "cancelled") return;
  const remindAt = instantBefore(deps, day, REMINDER_DAYS, REMINDER_TIME);
  // A referrer who was not told of the visit is not reminded of it.
  if (remindAt && isReferrerTold) {
    await enqueueMail(deps, {
      ...about,
      topic: "visit-reminder",
      to: booking.referrer_email,
      notBefore: remindAt,
      dedupeKey: `visit-reminder:${visitId}:${day}`,
      payload: { visitId, day },
    });
  }
  await askForOutcome();
  const listAt = instantBefore(deps, day, 1, TOMORROW_TIME);
  const to = emailOf(assessorId);
  if (listAt && to) {
    await enqueueMail(deps, {
      topic: "visits-tomorrow",
      to,
      notBefore: listAt,
      dedupeKey: `visits-tomorrow:${assessorId}:${day}`,
      payload: { assessorId, day },
    });
  }
}

/** Mails a question to all who are asked. */
export async function mailQuestion(
  deps: Deps,
  question: { id: string; bookingId: string; assessors: readonly { id: string; email: string }[] },
): Promise<void> {
  const mails = question.assessors.map(({ id, email }) => ({
    topic: "visit-asked" as const,
    to: email,
    bookingId: question.bookingId,
    dedupeKey: `visit-asked:${question.id}:${id}`,
    payload: { questionId: question.id, assessorId: id },
  }));
  await enqueueMails(deps, mails);
}

type Closing = {
  bookingId: string;
  as: Exclude<VisitQuestionRow["closed_as"], null>;
  /** The one who has the visit now. */
  exceptAssessorId?: string;
  /** This question alone; without it, all of the booking, and its offer to the referrer. */
  questionId?: string;
};

/** Closes a booking's open questions and tells those who may still answer. Nobody was asked about a held time. */
export async function closeQuestions(deps: Deps, closing: Closing): Promise<void> {
  const now = deps.clock.now();
  if (closing.questionId === undefined)
    await deps.db
      .updateTable("time_offers")
      .set({ state: "closed", ended_at: now.toISOString() })
      .where("booking_id", "=", closing.bookingId)
      .where("state", "in", ["open", "none", "expired"])
      .execute();
  const questions = (await questionsOfBooking(deps, closing.bookingId)).filter(
    ({ id, closed_at }) => closed_at === null && (closing.questionId ?? id) === id,
  );
  if (questions.length === 0) return;
  await deps.db
    .updateTable("visit_questions")
    .set({ closed_at: now.toISOString(), closed_as: closing.as })
    .where(
      "id",
      "in",
      questions.map(({ id }) => id),
    )
    .execute();
  const waiting = questions
    .filter((question) => question.offer_id === null && isQuestionOpen(question, now))
    .flatMap(({ id, answers }) =>
      answers
        .filter(({ answer, assessor_id }) => answer === null && assessor_id !== closing.exceptAssessorId)
        .map(({ assessor_id }) => ({ questionId: id, assessorId: assessor_id })),
    );
  const assessors = await assessorsById(
    deps,
    waiting.map(({ assessorId }) => assessorId),
  );
  const mails = waiting.flatMap((payload): MailRequest[] => {
    const to = assessors.get(payload.assessorId)?.email;
    const dedupeKey = `visit-question-closed:${payload.questionId}:${payload.assessorId}`;
    return to
      ? [{ topic: "visit-question-closed", to, bookingId: closing.bookingId, dedupeKey, payload }]
      : [];
  });
  await enqueueMails(deps, mails);
}
