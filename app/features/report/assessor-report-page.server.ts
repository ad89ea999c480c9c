import { data, redirect } from "react-router";
import type { Deps } from "#app/deps.server.ts";
import type { ActedByRequest } from "#app/features/audit/record-audit.server.ts";
import { staffRefusal } from "#app/features/booking/record/erase-booking.server.ts";
import { bookingLines } from "#app/features/booking/record/queries.server.ts";
import type { BookingRow } from "#app/features/booking/fields/tables.ts";
import { NONE_SELECTED } from "#app/features/documents/file-problems.ts";
import { receiveDocuments, type Received } from "#app/features/documents/receive-documents.server.ts";
import { findUserNames } from "#app/features/accounts/session/queries.server.ts";
import { copyOf, parseForm, refuseForm } from "#app/forms/read-form.server.ts";
import { changedSince, markOf } from "#app/forms/shown.server.ts";
import { declareReport, whyNotDeclare } from "./declare-report.server.ts";
import { deleteLooseFiles } from "./loose-files.server.ts";
import { DECLARE_PROBLEMS } from "./report-problems.ts";
import { reportsOfBooking } from "./report-rows.server.ts";
import { DeclareSchema } from "./report-schemas.ts";
import { isSignatureOf, signAs, VISIT_DOUBTS, type ReportKind } from "./report-words.ts";
import { reviewedReports } from "./samples.server.ts";
import { visitDoubt } from "./visit-doubt.server.ts";

/** Facts that an assessor confirms with the declaration of an uploaded report. */
async function confirmed(deps: Deps, { id }: Pick<BookingRow, "id">) {
  const lines = await bookingLines(deps.db, id);
  const reports = await reportsOfBooking(deps, id);
  return {
    "the booked decisions": lines.map(({ assessment_id }) => assessment_id),
    "the visit": await visitDoubt(deps, id),
    "the reports of this booking": reports.map((report) => [report.id, report.state]),
  };
}

/** A booking's reports for the assessor who has its visit, and what can be uploaded. */
export async function readAssessorReportPage(deps: Deps, booking: BookingRow) {
  const reports = await reviewedReports(deps, booking.id);
  const lines = await bookingLines(deps.db, booking.id);
  const isReleased = reports.some(({ state }) => state === "released");
  const nextKind: ReportKind = isReleased ? "addendum" : "report";
  const problem = whyNotDeclare(reports, nextKind);
  const doubt = isReleased ? null : await visitDoubt(deps, booking.id);
  return {
    reference: booking.reference,
    shown: markOf(await confirmed(deps, booking)),
    maxMegabytes: deps.settings.current().documents.maxMegabytes,
    refusal: (await staffRefusal(deps.db, booking)) ?? (problem && DECLARE_PROBLEMS[problem]),
    isReleased,
    /** Asked about a first report; null where a visit has begun. */
    doubt,
    decisions: lines.map(({ assessment_id, name }) => ({ value: assessment_id, label: name })),
    reports: reports.map(({ id, version, kind, state, declared_at, returnNote = "", reasons, again }) => ({
      id,
      version,
      kind,
      state,
      declaredAt: declared_at,
      returnNote,
      reasons,
      /** Found by a reader after the release; empty before. */
      again: again?.found ?? "",
    })),
  };
}

export type AssessorReportPage = Awaited<ReturnType<typeof readAssessorReportPage>>;

const FORM_ID = "report-form";
const CHECK = "The report was not sent. Please check what is marked below.";
const UNBOOKED =
  "The booking has other assessments by now. Tick each decision that the report answers again.";
const ONE_FILE = "Choose one PDF. If the report has several files, put them together into one.";

/** The message where a first report is sent, no visit can have taken place, and nobody says that one did. */
async function doubtsOf(deps: Deps, bookingId: string, form: FormData): Promise<Record<string, string[]>> {
  const isAsked = form.get("kind") === "report" && form.get("confirmVisit") !== "on";
  const doubt = isAsked ? await visitDoubt(deps, bookingId) : null;
  return doubt ? { confirmVisit: [VISIT_DOUBTS[doubt.kind].message(doubt.when)] } : {};
}

/** Checks what can be checked before a file is kept. */
async function checkDeclaration(
  { deps, booking, by }: Pick<Posted, "deps" | "booking" | "by">,
  form: FormData,
) {
  const bookingId = booking.id;
  const doubts = await doubtsOf(deps, bookingId, form);
  const read = parseForm(copyOf(form), DeclareSchema, CHECK, { formId: FORM_ID });
  if (!read.ok) return { ...read, reply: { ...read.reply, error: { ...read.reply.error, ...doubts } } };
  const booked = new Set((await bookingLines(deps.db, bookingId)).map(({ assessment_id }) => assessment_id));
  const isBooked = read.value.decisions.every((id) => booked.has(id));
  const author = await authorName(deps, by);
  const errors = {
    ...(isBooked ? {} : { decisions: [UNBOOKED] }),
    ...doubts,
    ...(isSignatureOf(read.value.declaredName, author) ? {} : { declaredName: [signAs(author)] }),
  };
  if (Object.keys(errors).length === 0) return read;
  return { ok: false as const, reply: refuseForm(form, CHECK, errors, { formId: FORM_ID }) };
}

/** The name of the account of whoever declares a report. */
export async function authorName(deps: Deps, { actor }: ActedByRequest): Promise<string> {
  return (await findUserNames(deps, [actor.id])).get(actor.id ?? "") ?? "";
}

type Posted = { deps: Deps; request: Request; booking: BookingRow; by: ActedByRequest; page: string };

/** Keeps the uploaded file and sends it for review; a refused one is not kept. Harmless to repeat.
 * Throws a redirect. */
export async function answerAssessorReportPage(posted: Posted) {
  const { deps, request, booking, by, page } = posted;
  const bookingId = booking.id;
  const refusal = await staffRefusal(deps.db, booking);
  if (refusal) return refuse(new FormData(), 409, refusal);
  const received = await receiveDocuments(deps, request, {
    bookingId,
    purpose: "report",
    by,
    mayStore: async (form) => (await checkDeclaration(posted, form)).ok,
  });
  const refused = await declareReceived(posted, received);
  await deleteLooseFiles(deps, received.documentIds);
  if (refused) return refused;
  throw redirect(`${page}?done=sent`);
}

function refuse(form: FormData, status: number, summary: string, errors?: Record<string, string[]>) {
  return data(refuseForm(form, summary, errors, { formId: FORM_ID }), { status });
}

/** Sends a received file for review. Returns the answer when that is refused. */
async function declareReceived(posted: Posted, received: Received) {
  const { deps, booking, by } = posted;
  const bookingId = booking.id;
  const { form, documentIds, refused } = received;
  const checked = await checkDeclaration(posted, form);
  if (!checked.ok) return data(checked.reply, { status: 400 });
  const messages = refused.map(({ message }) => message);
  const [documentId, ...others] = documentIds;
  if (others.length > 0 || received.hasTooManyFiles) messages.push(ONE_FILE);
  else if (!documentId && messages.length === 0) messages.push(NONE_SELECTED);
  if (!documentId || messages.length > 0)
    return refuse(form, received.hasFailed ? 503 : 400, CHECK, { documents: messages });
  const { kind, declaredName, decisions } = checked.value;
  const reports = await reportsOfBooking(deps, bookingId);
  const isSentBefore = reports.some(({ document_id }) => document_id === documentId);
  const changed = isSentBefore ? [] : changedSince(form, await confirmed(deps, booking));
  if (changed.length > 0)
    return refuse(
      form,
      409,
      `Changed since you opened this page: ${changed.join(", ")}. The report was not sent. Read the page again, then send it.`,
    );
  const sent = await declareReport(deps, { bookingId, documentId, kind, decisions, declaredName, by });
  return sent.ok ? null : refuse(form, 409, DECLARE_PROBLEMS[sent.problem]);
}
