import { data, redirect } from "react-router";
import { z } from "zod";
import type { RequestScope } from "#app/context.ts";
import type { Deps } from "#app/deps.server.ts";
import { isBookingRestricted } from "#app/features/data-protection/restrictions.server.ts";
import { problemInWords } from "#app/features/documents/file-problems.ts";
import { MAX_UPLOAD_BYTES } from "#app/features/documents/limits.ts";
import { cleanFileName, maxFileBytes, storeDocument } from "#app/features/documents/store-document.server.ts";
import { requireDelivery } from "#app/features/report/delivery-guards.server.ts";
import { isHeld } from "#app/features/report/report-rows.server.ts";
import { copyOf, parseForm, refuseForm } from "#app/forms/read-form.server.ts";
import { isIsoDate, isPastDay, londonDate } from "#app/platform/dates.ts";
import { isMultipart, readMultipart } from "#app/platform/http/multipart.server.ts";
import { describeError } from "#app/platform/log.server.ts";
import { hitRateLimit } from "#app/platform/rate-limit.server.ts";
import { RATE_LIMITS } from "#app/rate-limits.ts";
import { lastDayToAsk, questionsOfRecipient, whyNotAsk } from "./ask-period.server.ts";
import { askQuestions } from "./ask-questions.server.ts";
import { ASK_PROBLEMS } from "./question-problems.ts";
import { MAX_QUESTION_LENGTH, MAX_QUESTIONS, PURPOSES, type Purpose } from "./question-words.ts";

const PURPOSE_KEYS = Object.keys(PURPOSES) as [Purpose, ...Purpose[]];

/** Names of the form’s controls for questions, in their order. */
const NAMES = Array.from({ length: MAX_QUESTIONS }, (_, index) => `question${index + 1}`);

const question = z
  .string()
  .trim()
  .max(MAX_QUESTION_LENGTH, { error: "Use at most 1,000 characters for a question." })
  .default("");

const askSchema = (today: string) =>
  z
    .object({
      purpose: z.enum(PURPOSE_KEYS, { error: "Choose what you ask for." }),
      ...Object.fromEntries(NAMES.map((name) => [name, question])),
      courtDay: z
        .string()
        .refine((day) => isIsoDate(day) && !isPastDay(day, today), { error: "Choose a day from today on." })
        .optional(),
    })
    .transform(({ purpose, courtDay, ...typed }) => ({
      purpose,
      dueOn: purpose === "court" ? (courtDay ?? null) : null,
      texts: NAMES.map((name) => String((typed as Record<string, unknown>)[name])).filter(Boolean),
    }))
    .refine(({ texts }) => texts.length > 0, { path: ["question1"], error: "Write at least one question." });

/** Names of the form's fields, which the schema's shape does not tell. */
export type AskFields = Record<string, string> & { purpose: Purpose; courtDay: string; documents: string };

/** The page of what a recipient asks about a report. Who has not typed the code goes to the report's page first. */
export async function readAskPage(scope: RequestScope, request: Request, deliveryId: string) {
  const { deps } = scope;
  const { opened, isProved, problem } = await requireDelivery(scope, request, deliveryId);
  const asked = await questionsOfRecipient(deps, opened);
  const isReadOnly =
    problem === "withdrawn" &&
    asked.length > 0 &&
    !(await isHeld(deps.db, opened.booking.id)) &&
    !(await isBookingRestricted(deps.db, opened.booking));
  if ((problem && !isReadOnly) || !isProved) throw toReport(request, deliveryId);
  const lastDay = await lastDayToAsk(deps, opened);
  const why = (purpose: Purpose) => whyNotAsk(deps, opened, { purpose, lastDay, hasAsked: asked.length > 0 });
  return {
    id: opened.delivery.id,
    reference: opened.booking.reference,
    version: opened.report.version,
    isWithdrawn: problem === "withdrawn",
    lastDay,
    sentOn: londonDate(new Date(opened.delivery.created_at)),
    askDays: deps.settings.current().documents.askDays,
    maxMegabytes: deps.settings.current().documents.maxMegabytes,
    /** Purposes for which they can ask now. */
    purposes: problem ? [] : PURPOSE_KEYS.filter((purpose) => why(purpose) === null),
    hasAsked: asked.length > 0,
    asked: asked.toReversed().map(({ id, purpose, state, texts, answer, answer_as, ...one }) => ({
      id,
      purpose,
      state,
      texts,
      askedAt: one.asked_at,
      dueOn: one.due_on,
      isPrinted: one.addendum_report_id !== null && answer_as !== null,
      /** The office's own answers; those of an assessor are in a version of the report. */
      answers: state === "answered" && one.addendum_report_id === null ? (answer?.answers ?? []) : [],
      reason: answer?.reason ?? "",
    })),
  };
}

export type AskPage = Awaited<ReturnType<typeof readAskPage>>;

function toReport(request: Request, deliveryId: string) {
  const token = new URL(request.url).searchParams.get("token");
  const query = new URLSearchParams({ ...(token && { token }), to: "questions" });
  return redirect(`/reports/${deliveryId}?${query}`);
}

const FORM = { formId: "ask-form" };
const CHECK = "Nothing was sent. Please check what is marked below.";
const TOO_MANY = `Ask at most ${MAX_QUESTIONS} questions.`;
const NO_ORDER = "Select the court’s order. A photo will do.";
const NOT_COURT = "Choose “The court asked” to send an order, or leave the file out.";
const BUSY = "You are uploading very often. Please wait a while and try again.";

/** Deletes an order of which no question became one. */
async function dropOrder(deps: Deps, documentId: string): Promise<void> {
  const row = await deps.db
    .deleteFrom("documents")
    .where("id", "=", documentId)
    .where("purpose", "=", "order")
    .where("id", "not in", (eb) =>
      eb
        .selectFrom("report_questions")
        .select("report_questions.document_id")
        .where("report_questions.document_id", "is not", null)
        .$castTo<{ document_id: string }>(),
    )
    .returning("id")
    .executeTakeFirst();
  if (row) await deps.documents.remove(row.id).catch(() => {});
}

/** Asks about a report, with the court's order where the court asked. Harmless to repeat. Throws redirects, and 404 as
 * `requireDelivery`. */
export async function answerAskPage(scope: RequestScope, request: Request, deliveryId: string) {
  const { deps } = scope;
  const { opened, by, isProved, problem } = await requireDelivery(scope, request, deliveryId);
  if (problem || !isProved) throw toReport(request, deliveryId);
  const bookingId = opened.booking.id;
  const read = (form: FormData) => {
    const isOver = [...form].some(([name, value]) => /^question(?!\d$|10$)\d+$/.test(name) && value !== "");
    const parsed = parseForm(form, askSchema(londonDate(deps.clock.now())), CHECK, FORM);
    if (!isOver || !parsed.ok) return parsed;
    return { ok: false as const, form, reply: refuseForm(form, TOO_MANY, { question10: [TOO_MANY] }, FORM) };
  };
  let order: Awaited<ReturnType<typeof storeDocument>> | null = null;
  let [isBusy, isStray, chosen] = [false, false, ""];
  const receive = async (): Promise<{ form: FormData; isWhole: boolean }> => {
    if (!isMultipart(request.headers.get("Content-Type")))
      return { form: await request.formData(), isWhole: true };
    return readMultipart(
      request,
      { maxFiles: 1, maxBytes: MAX_UPLOAD_BYTES },
      async ({ fileName: name, content, ...file }) => {
        if (file.name !== "documents" || name === "") return;
        const parsed = read(copyOf(file.form));
        if (!parsed.ok) return;
        chosen = cleanFileName(name);
        isStray = parsed.value.purpose !== "court";
        if (isStray) return;
        const limit = await hitRateLimit(deps, RATE_LIMITS.upload, `${scope.clientAddress} ${bookingId}`);
        isBusy = !limit.isAllowed;
        if (isBusy) return "stop";
        const visibleTo = "assessor-and-staff";
        order = await storeDocument(deps, {
          bookingId,
          purpose: "order",
          kind: "court-papers",
          visibleTo,
          by,
          name,
          content,
        }).catch((error: unknown) => {
          deps.log.error("an order was not stored", { requestId: scope.requestId, ...describeError(error) });
          return { ok: false, problem: "not-stored" } as const;
        });
      },
    );
  };
  const posted = await receive();
  const { form } = posted;
  const stored = order as Awaited<ReturnType<typeof storeDocument>> | null;
  const documentId = stored?.ok ? stored.documentId : null;
  const dropped = () => (documentId ? dropOrder(deps, documentId) : null);
  const refuse = async (status: number, summary: string, field?: string) => {
    await dropped();
    return data(refuseForm(form, summary, field ? { [field]: [summary] } : {}, FORM), { status });
  };
  if (isBusy) return refuse(429, BUSY);
  const parsed = read(copyOf(form));
  if (!parsed.ok) {
    await dropped();
    return data(parsed.reply, { status: 400 });
  }
  const { purpose } = parsed.value;
  const fault = stored && !stored.ok ? stored.problem : posted.isWhole ? null : "cut";
  if (fault)
    return refuse(400, `${chosen || "document"}: ${problemInWords(fault, maxFileBytes(deps))}`, "documents");
  if (isStray) return refuse(400, NOT_COURT, "documents");
  if (purpose === "court" && !stored) return refuse(400, NO_ORDER, "documents");
  const asked = await askQuestions(deps, { opened, by, documentId, ...parsed.value });
  if (!asked.ok) return refuse(409, ASK_PROBLEMS[asked.problem]);
  // The same questions were there already, with another order.
  await dropped();
  throw redirect(`/reports/${deliveryId}/questions?done=asked`, 303);
}
