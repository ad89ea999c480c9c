import { z } from "zod";
import type { Deps } from "#app/deps.server.ts";
import { findUserNames } from "#app/features/accounts/session/queries.server.ts";
import { listAssessors } from "#app/features/assessors/assessors.server.ts";
import type { ActedByRequest } from "#app/features/audit/record-audit.server.ts";
import type { Refused } from "#app/features/booking/record/change-booking.server.ts";
import { staffRefusal } from "#app/features/booking/record/erase-booking.server.ts";
import type { BookingRow } from "#app/features/booking/fields/tables.ts";
import { liveDeliveries, reportsOfBooking } from "#app/features/report/report-rows.server.ts";
import { note } from "#app/features/report/report-schemas.ts";
import { answerForms, atField, formOf, type Sent } from "#app/forms/answer-forms.server.ts";
import { declare, fieldsOf, hiddenField } from "#app/forms/declared-fields.ts";
import { isIsoDate, londonDate } from "#app/platform/dates.ts";
import { answerFields, answersIn } from "./answer-fields.server.ts";
import { isOpen } from "./ask-questions.server.ts";
import {
  answerOurselves,
  letAsk,
  markOfState,
  passQuestions,
  refuseQuestions,
} from "./decide-questions.server.ts";
import { questionsWhere } from "./question-rows.server.ts";
import { QUESTION_PROBLEMS } from "./question-problems.ts";
import { ANSWERED_BY, type AnswerAs } from "./question-words.ts";

/** Everything that was asked about a booking's reports, for staff, the newest first. */
export async function readStaffQuestions(deps: Deps, booking: BookingRow) {
  const all = await questionsWhere(deps, { bookingId: booking.id });
  const reports = new Map((await reportsOfBooking(deps, booking.id)).map((report) => [report.id, report]));
  const colleagues = all.flatMap(({ passed_to, closed_by, author_id }) => [passed_to, closed_by, author_id]);
  const names = await findUserNames(deps, colleagues);
  const assessors = (await listAssessors(deps)).filter(({ isActive }) => isActive);
  const refusal = await staffRefusal(deps.db, booking);
  const today = londonDate(deps.clock.now());
  const isAtWork = ({ state, answer_as }: (typeof all)[number]) =>
    state === "passed" && answer_as === "addendum";
  return {
    id: booking.id,
    reference: booking.reference,
    refusal,
    assessors: assessors.map(({ id, name }) => ({ value: id, label: name })),
    /** Recipients whose link works, who could be let ask once more. */
    recipients: (await liveDeliveries(deps, booking.id))
      .filter(({ may_ask }) => may_ask === 0)
      .map(({ id, name, report_id }) => ({
        value: id,
        label: `${name}, version ${reports.get(report_id)?.version ?? ""}`,
      })),
    questions: all.toReversed().map((one) => {
      const report = one.addendum_report_id === null ? null : (reports.get(one.addendum_report_id) ?? null);
      const isReviewed = report?.state === "in-review";
      return {
        seen: markOfState(one),
        id: one.id,
        purpose: one.purpose,
        state: one.state,
        texts: one.texts,
        version: one.version,
        askedAt: one.asked_at,
        dueOn: one.due_on,
        documentId: one.document_id,
        asker: { name: one.asker.name, role: one.asker.role, email: one.asker.email },
        isWithdrawn: one.report_state === "withdrawn",
        isLate: isOpen(one) && one.due_on < today,
        mayChange: refusal === null && isOpen(one) && !isReviewed,
        isReviewed,
        answeredIn: report?.version ?? null,
        answerAs: one.answer_as,
        passedTo: names.get(one.passed_to ?? "") ?? null,
        passedAt: one.passed_at,
        closedBy: names.get(one.closed_by ?? "") ?? null,
        closedAt: one.closed_at,
        answers: one.state === "answered" ? (one.answer?.answers ?? []) : [],
        reason: one.answer?.reason ?? "",
        /** Who is offered to answer: whoever has it, else the author, unless they have left. */
        saved: {
          assessorId: assessors.find(({ id }) => id === (one.passed_to ?? one.author_id))?.id ?? "",
          answerAs: one.answer_as ?? (one.purpose === "wrong" ? "correction" : "addendum"),
          dueOn: one.due_on,
        },
        author: names.get(one.author_id) ?? "an assessor",
        /** Other questions that are being answered, with which these could be. */
        hasOthers: all.some((other) => other.id !== one.id && isAtWork(other)),
      };
    }),
  };
}

export type StaffQuestions = Awaited<ReturnType<typeof readStaffQuestions>>;

type Posted = Sent & { deps: Deps; by: ActedByRequest; booking: BookingRow };
const form = formOf<Posted, Refused<keyof typeof QUESTION_PROBLEMS | "no-assessor">>();
const of = ({ deps: _, booking, by }: Posted) => ({ bookingId: booking.id, by });
const ofSet = (name: string) => (posted: FormData) => `${name}-form-${String(posted.get("questionsId"))}`;

const ANSWER_KEYS = Object.keys(ANSWERED_BY) as [AnswerAs, ...AnswerAs[]];
const NO_ASSESSOR = "Choose who answers: an assessor with an active account.";

export const PassSchema = z.object({
  questionsId: z.string(),
  seen: z.string().optional(),
  assessorId: z.string({ error: NO_ASSESSOR }),
  answerAs: z.enum(ANSWER_KEYS, { error: "Choose how it is answered." }),
  together: z.literal("on").optional().catch(undefined),
  dueOn: z.string({ error: "Enter the day." }).refine(isIsoDate, { error: "Enter a day." }),
});

/** Answers the form of the page that `intent` names. Throws redirects. */
export const answerStaffQuestions = answerForms(
  {
    pass: form({
      schema: PassSchema,
      summary: "The questions were not passed on. Please check what is marked below.",
      change: (posted, { together, ...value }) =>
        passQuestions(posted.deps, { ...of(posted), ...value, isTogether: together === "on" }),
      said: "The questions are with the assessor, who gets an email.",
      formId: ofSet("pass"),
    }),
    answer: form({
      schema: ({ form: sent }) =>
        z.object({ ...answerFields(sent, true), questionsId: z.string(), seen: z.string().optional() }),
      summary: "Nothing was sent. Answer each question.",
      change: (posted, { questionsId, seen, ...fields }) =>
        answerOurselves(posted.deps, { ...of(posted), questionsId, seen, answers: answersIn(fields) }),
      said: "The answers are on the recipient’s page. They get an email while their link works: else please call them.",
      formId: ofSet("answer"),
    }),
    refuse: form({
      ...fieldsOf({
        questionsId: hiddenField,
        seen: declare("hidden", true)("", z.string().optional()),
        reason: declare("lines")("Why we do not answer", note("Write why the questions are not answered."), {
          hint: "The recipient reads this on their page.",
          rows: 3,
        }),
      }),
      opensBy: "Refuse with reason",
      button: "Refuse the questions",
      look: "danger",
      change: async (posted, value) => {
        const done = await refuseQuestions(posted.deps, { ...of(posted), ...value });
        // The page that comes back shows how the questions are now.
        if (!done.ok) posted.form.delete("seen");
        return done;
      },
      said: "The questions were refused. The recipient gets an email while their link works: else please call them.",
      formId: ofSet("refuse"),
    }),
    again: form({
      schema: z.object({ deliveryId: z.string({ error: "Choose the recipient." }) }),
      change: (posted, value) => letAsk(posted.deps, { ...of(posted), ...value }),
      said: "The recipient can ask once more. Tell them: nothing was sent to them.",
    }),
  },
  { words: { ...QUESTION_PROBLEMS, "no-assessor": atField("assessorId", NO_ASSESSOR) } },
);
