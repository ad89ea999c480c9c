import { assessorsById } from "#app/features/assessors/assessors.server.ts";
import { MODES } from "#app/features/assessors/profile.ts";
import { consumerRights } from "#app/features/booking/fields/consumer.ts";
import type { BookingRow } from "#app/features/booking/fields/tables.ts";
import { requestWords } from "#app/features/booking/record/request-words.ts";
import type { CancelCode } from "#app/features/outbox/cancel-codes.ts";
import type { MailPayloads, VisitTopic } from "#app/features/outbox/mail-topics.ts";
import { assessorsInWords } from "#app/features/visits/record/agreed-visit.server.ts";
import { needInWords } from "#app/features/visits/plan/who-is-free.server.ts";
import { townOf } from "#app/features/visits/record/visit-area.server.ts";
import {
  findQuestion,
  findVisit,
  isQuestionOpen,
  visitsBetween,
  visitsOfBooking,
  type Visit,
} from "#app/features/visits/record/find-visits.server.ts";
import { hasReferrerLetter } from "#app/features/visits/letter/open-letter.server.ts";
import { outcomesOf } from "#app/features/visits/record/visit-records.server.ts";
import { upcomingVisit } from "#app/features/visits/record/stage.ts";
import { formatHours, hasEnded, whenOf } from "#app/features/visits/record/visit-times.ts";
import type { Deps } from "#app/deps.server.ts";
import { formatInstant, formatLongDate, londonDate, type IsoDate } from "#app/platform/dates.ts";

/** The words about a visit in a mail: when, what kind, and who comes. To assessors also the town, never a person. */
export type MailVisit = {
  /** `Thursday 11 March 2027, 10:00–11:30` */
  when: string;
  kind?: string;
  /** How to join a virtual visit. The text of staff is on the booking's page alone. */
  join?: string;
  /** First name and profession; absent where the reader is the assessor. */
  assessor?: string | undefined;
  /** Absent in a mail to the referrer. */
  town?: string | null;
  assessments?: string;
  language?: string | null;
  deadline?: string;
  outcome?: string;
  /** The referrer's request that the visit answers, and how. */
  request?: string | undefined;
  /** Says that the referrer asked for a start within the days of the right to cancel. */
  start?: string | undefined;
  /** The visits of a day, a line each. */
  list?: string[];
  link?: string;
};

type Read = { visit: MailVisit; subject: Visit | null } | { skip: CancelCode };

const JOIN_WORDS = {
  known: "As your booking’s page says",
  later: "We will send you a link before the visit",
};

const CHANGED = { skip: "visit-changed" } as const;

const isActive = async (deps: Deps, assessorId: string): Promise<boolean> =>
  (await assessorsById(deps, [assessorId])).get(assessorId)?.isActive === true;

async function assessorsDay(deps: Deps, { assessorId, day }: MailPayloads["visits-tomorrow"]): Promise<Read> {
  if (!(await isActive(deps, assessorId))) return CHANGED;
  const visits = await visitsBetween(deps, { from: day, until: day, assessorIds: [assessorId] });
  const toCome = visits.filter((visit) => !hasEnded(visit, deps.clock.now()));
  if (toCome.length === 0) return CHANGED;
  const list = toCome.map((visit) => {
    const where = visit.mode === "virtual" ? "virtual" : (visit.district ?? "face-to-face");
    return `${formatHours(visit)}: booking ${visit.reference}, ${where}`;
  });
  const link = `${deps.env.APP_ORIGIN}/assessor`;
  return { visit: { when: formatLongDate(day), list, link }, subject: null };
}

async function aboutQuestion(
  deps: Deps,
  topic: "visit-asked" | "visit-question-closed",
  { questionId, assessorId }: MailPayloads["visit-asked"],
  booking: BookingRow,
): Promise<Read> {
  const question = await findQuestion(deps, questionId);
  if (!question || !(await isActive(deps, assessorId))) return CHANGED;
  const when = whenOf(question);
  if (topic === "visit-question-closed") {
    const outcome =
      question.closed_as === "closed"
        ? `We no longer need an answer about the visit on ${when}.`
        : `The visit on ${when} was agreed with somebody else.`;
    return { visit: { when, outcome }, subject: null };
  }
  const own = question.answers.find(({ assessor_id }) => assessor_id === assessorId);
  if (!own || own.answer !== null || !isQuestionOpen(question, deps.clock.now())) return CHANGED;
  const { assessments, language } = await needInWords(deps, booking);
  return {
    visit: {
      when,
      kind: MODES[question.mode],
      town: await townOf(deps, booking, question),
      assessments: assessments.join(", "),
      language,
      deadline: formatInstant(question.deadline_at),
      link: `${deps.env.APP_ORIGIN}/assessor`,
    },
    subject: null,
  };
}

async function toAssessor(
  deps: Deps,
  topic: Extract<VisitTopic, `assessor-${string}`>,
  payload: MailPayloads["assessor-visit-agreed"],
  booking: BookingRow,
): Promise<Read> {
  const { visitId, assessorId } = payload;
  const subject = await findVisit(deps, visitId);
  if (!subject) return CHANGED;
  const isTheirs = subject.assessor_id === assessorId;
  const isToCome = subject.ended_as === null && !hasEnded(subject, deps.clock.now());
  // Given back since: their entry must stay.
  if (topic === "assessor-visit-reassigned" && isTheirs) return CHANGED;
  if (topic === "assessor-visit-cancelled" && (!isTheirs || subject.ended_as !== "cancelled")) return CHANGED;
  if (["assessor-visit-agreed", "assessor-visit-moved", "assessor-visit-papers"].includes(topic)) {
    if (!isTheirs || !isToCome || !(await isActive(deps, assessorId))) return CHANGED;
  }
  if (topic === "assessor-visit-papers") {
    const link = `${deps.env.APP_ORIGIN}/assessor/visits/${visitId}/documents`;
    return { visit: { when: whenOf(subject), link }, subject: null };
  }
  if (topic === "assessor-visit-cancelled") {
    const again = upcomingVisit(await visitsOfBooking(deps, booking.id), deps.clock.now());
    // The mail about the new visit replaces the entry, which has the same UID.
    if (again?.assessor_id === assessorId && again.number === subject.number) return CHANGED;
  }
  if (topic === "assessor-visit-outcome-missing") {
    const { day, start } = payload as MailPayloads[typeof topic];
    const isSame = subject.day === day && subject.start === start && subject.ended_as === null;
    const isReported = (await outcomesOf(deps, [visitId])).has(visitId);
    const isClosed = booking.status === "completed" || booking.status === "cancelled";
    if (!isTheirs || !isSame || isReported || isClosed || !(await isActive(deps, assessorId))) return CHANGED;
    const link = `${deps.env.APP_ORIGIN}/assessor/visits/${visitId}/outcome`;
    return { visit: { when: whenOf(subject), link }, subject: null };
  }
  return {
    visit: {
      when: whenOf(subject),
      kind: MODES[subject.mode],
      ...(subject.mode === "virtual" && { join: "As the visit’s page says" }),
      town: await townOf(deps, booking, subject),
      link: `${deps.env.APP_ORIGIN}/assessor/visits/${subject.id}`,
    },
    subject,
  };
}

const ANSWERED = { accepted: "accepted", "another-day": "answered with this visit" };

function answeredRequest({ answered }: Partial<MailPayloads["visit-agreed"]>) {
  return (
    answered && `You asked for ${requestWords({ kind: "date", day: answered.day })}: ${ANSWERED[answered.as]}`
  );
}

function earlyStart({ day }: Visit, booking: BookingRow, today: IsoDate) {
  const rights = consumerRights(booking, today);
  const isEarly = rights !== null && rights.isStartRequested && day <= rights.lastDay;
  return isEarly
    ? `You asked us to start within the days in which you can cancel, until ${formatLongDate(rights.lastDay)}`
    : undefined;
}

async function toReferrer(
  deps: Deps,
  topic: VisitTopic,
  payload: { visitId: string; day?: string } & Partial<MailPayloads["visit-agreed"]>,
  booking: BookingRow,
): Promise<Read> {
  const now = deps.clock.now();
  const upcoming = upcomingVisit(await visitsOfBooking(deps, booking.id), now);
  const isCancelled = topic === "visit-cancelled";
  const subject = isCancelled ? await findVisit(deps, payload.visitId) : upcoming;
  if (!subject || subject.id !== payload.visitId || (isCancelled && upcoming)) return CHANGED;
  if (topic === "visit-reminder" && subject.day !== payload.day) return CHANGED;
  if (topic === "visit-letter" && !(await hasReferrerLetter(deps, booking))) return CHANGED;
  return {
    visit: {
      when: whenOf(subject),
      kind: MODES[subject.mode],
      ...(subject.mode === "virtual" && { join: JOIN_WORDS[subject.place === "" ? "later" : "known"] }),
      assessor: (await assessorsInWords(deps, [subject.assessor_id])).get(subject.assessor_id),
      request: answeredRequest(payload),
      start: isCancelled ? undefined : earlyStart(subject, booking, londonDate(now)),
    },
    subject,
  };
}

/** The words of a mail about a visit, as things are now; `skip` when another mail says, or will say, what is right.
 * `subject` is the visit of a calendar file. */
export async function readVisitMail(
  deps: Deps,
  topic: VisitTopic,
  payload: unknown,
  booking: BookingRow | null,
): Promise<Read> {
  if (topic === "visits-tomorrow") return assessorsDay(deps, payload as MailPayloads["visits-tomorrow"]);
  if (!booking) return { skip: "booking-gone" };
  switch (topic) {
    case "visit-asked":
    case "visit-question-closed":
      return aboutQuestion(deps, topic, payload as MailPayloads["visit-asked"], booking);
    case "assessor-visit-agreed":
    case "assessor-visit-moved":
    case "assessor-visit-reassigned":
    case "assessor-visit-cancelled":
    case "assessor-visit-outcome-missing":
    case "assessor-visit-papers":
      return toAssessor(deps, topic, payload as MailPayloads["assessor-visit-agreed"], booking);
    default:
      return toReferrer(deps, topic, payload as MailPayloads["visit-reminder"], booking);
  }
}
