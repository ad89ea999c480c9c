import { data } from "react-router";
import { z } from "zod";
import type { Deps } from "#app/deps.server.ts";
import { requireAssessor, type RouteContext } from "#app/features/accounts/sign-in/guards.server.ts";
import type { ActedByRequest } from "#app/features/audit/record-audit.server.ts";
import type { BookingRow } from "#app/features/booking/fields/tables.ts";
import { DONE, refused, type Refused } from "#app/features/booking/record/change-booking.server.ts";
import { isErased, staffRefusal } from "#app/features/booking/record/erase-booking.server.ts";
import { findBooking } from "#app/features/booking/record/find-booking.server.ts";
import { authorName } from "#app/features/report/assessor-report-page.server.ts";
import { reportsOfBooking } from "#app/features/report/report-rows.server.ts";
import { line } from "#app/features/report/report-schemas.ts";
import { isSignatureOf, signAs } from "#app/features/report/report-words.ts";
import { findAssessorVisit } from "#app/features/visits/record/assessors-visit.server.ts";
import { findVisit } from "#app/features/visits/record/find-visits.server.ts";
import { answerForms, atField, formOf, type Sent } from "#app/forms/answer-forms.server.ts";
import { markOf } from "#app/forms/shown.server.ts";
import { answerFields, answersIn } from "./answer-fields.server.ts";
import { answersOf, groupsOf, saveAnswers, sendAnswers } from "./answer-questions.server.ts";
import { courtDeclaration } from "./ask-period.server.ts";
import { isInReview } from "./decide-questions.server.ts";
import { ANSWER_PROBLEMS } from "./question-problems.ts";
import { OWN_ANSWERS } from "./question-words.ts";

type Asked = { request: Request; params: { visitId: string }; context: RouteContext };

/** The booking of a visit for an assessor who is to answer questions about its report, also one who never had the
 * visit; else for whoever has it. Throws 404 for others. */
export async function requireAnswering({ request, params, context }: Asked) {
  const signedIn = await requireAssessor(context, request);
  const { deps, user } = signedIn;
  const visit = await findVisit(deps, params.visitId);
  const booking = visit && (await findBooking(deps.db, visit.booking_id));
  if (!booking || isErased(booking)) throw data(null, { status: 404 });
  const hasQuestions = (await groupsOf(deps, booking.id, user.userId)).length > 0;
  if (!hasQuestions && !(await findAssessorVisit(deps, params.visitId, user.userId)))
    throw data(null, { status: 404 });
  return { ...signedIn, booking };
}

/** The page of questions that an assessor is to answer about a booking's report. */
export async function readAnswerPage(deps: Deps, booking: BookingRow, assessorId: string) {
  const reports = await reportsOfBooking(deps, booking.id);
  const refusal = await staffRefusal(deps.db, booking);
  const groups = refusal ? [] : await groupsOf(deps, booking.id, assessorId);
  return {
    reference: booking.reference,
    refusal,
    declaration: (await courtDeclaration(deps, booking.id)) ?? OWN_ANSWERS,
    files: refusal
      ? []
      : reports
          .filter(({ state }) => state === "released")
          .map(({ document_id, version }) => ({ documentId: document_id, version })),
    groups: await Promise.all(
      groups.map(async (group) => {
        const report = reports.find(({ id }) => id === group[0]!.addendum_report_id);
        return {
          key: group[0]!.addendum_key ?? "",
          answerAs: group[0]!.answer_as ?? "addendum",
          dueOn: group.map(({ due_on }) => due_on).sort()[0]!,
          isInReview: await isInReview(deps, group[0]!),
          returnNote: report?.state === "returned" ? (report.returnNote ?? "") : "",
          answers: answersOf(group),
          shown: markOf({ answers: answersOf(group) }),
          sets: group.map(({ id, asker, purpose, texts, version, asked_at, document_id }) => ({
            id,
            purpose,
            texts,
            version,
            askedAt: asked_at,
            documentId: document_id,
            asker: { name: asker.name, role: asker.role },
          })),
        };
      }),
    ),
  };
}

export type AnswerPage = Awaited<ReturnType<typeof readAnswerPage>>;

type Posted = Sent & { deps: Deps; by: ActedByRequest; booking: BookingRow };
type Refusal =
  | Refused<keyof typeof ANSWER_PROBLEMS>
  | { ok: false; problem: "not-sent"; said: string }
  | { ok: false; problem: "not-own-name"; author: string };

const form = formOf<Posted, Refusal>();
const keyOf = (form: FormData) => String(form.get("key") ?? "");
/** Somebody saved other answers since the page was opened. */
async function isChanged({ deps, by, booking, form: sent }: Posted): Promise<boolean> {
  const group = (await groupsOf(deps, booking.id, by.actor.id)).find(
    ([first]) => first!.addendum_key === keyOf(sent),
  );
  return group !== undefined && sent.get("shown") !== markOf({ answers: answersOf(group) });
}

const SendAnswersSchema = z.object({
  declared: z.literal("on", { error: "Tick the declaration." }),
  declaredName: line("Type your full name."),
});

export type SendAnswers = z.output<typeof SendAnswersSchema> & Record<string, string>;

/** Answers the form of the page that `intent` names. Throws redirects. */
export const answerAnswerPage = answerForms(
  {
    save: form({
      schema: ({ form: sent }) => z.object(answerFields(sent, false)),
      change: async (posted, fields) => {
        const { deps, booking, by, form: sent } = posted;
        if (await isChanged(posted)) return refused("changed");
        return saveAnswers(deps, { booking, by, key: keyOf(sent), answers: answersIn(fields) });
      },
      said: "Your answers are saved. They are not sent yet.",
    }),
    send: form({
      schema: ({ form: sent }) => z.object(answerFields(sent, true)).and(SendAnswersSchema),
      summary: "Nothing was sent. Please check what is marked below.",
      change: async (posted, { declaredName, ...fields }) => {
        const { deps, booking, by, form: sent } = posted;
        const author = await authorName(deps, by);
        if (!isSignatureOf(declaredName, author))
          return { ok: false, problem: "not-own-name", author } as const;
        if (await isChanged(posted)) return refused("changed");
        const said = await sendAnswers(deps, {
          booking,
          by,
          declaredName,
          answers: answersIn(fields),
          key: keyOf(sent),
        });
        return said === null ? DONE : ({ ok: false, problem: "not-sent", said } as const);
      },
      said: "The addendum was sent to the office for review.",
    }),
  },
  {
    words: {
      ...ANSWER_PROBLEMS,
      "not-sent": ({ said }) => said,
      "not-own-name": ({ author }) => atField("declaredName", signAs(author)),
    },
    formId: (posted) => `answer-form-${keyOf(posted)}`,
  },
);
