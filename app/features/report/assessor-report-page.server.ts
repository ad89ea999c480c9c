import { data, redirect } from "react-router";
import type { Deps } from "#app/deps.server.ts";
import type { ActedByRequest } from "#app/features/audit/record-audit.server.ts";
import { staffRefusal } from "#app/features/booking/record/erase-booking.server.ts";
import { bookingLines } from "#app/features/booking/record/queries.server.ts";
import type { BookingRow } from "#app/features/booking/fields/tables.ts";
import { NONE_SELECTED } from "#app/features/documents/file-problems.ts";
import { receiveDocuments } from "#app/features/documents/receive-documents.server.ts";
import { parseForm, refuseForm } from "#app/forms/read-form.server.ts";
import { declareReport, refusalToDeclare } from "./declare-report.server.ts";
import { reportsOfBooking } from "./report-rows.server.ts";
import { DeclareSchema } from "./report-schemas.ts";
import type { ReportKind } from "./report-words.ts";

/** A booking's reports for the assessor who has its visit, and what can be uploaded. */
export async function readAssessorReportPage(deps: Deps, booking: BookingRow) {
  const reports = await reportsOfBooking(deps, booking.id);
  const lines = await bookingLines(deps.db, booking.id);
  const isReleased = reports.some(({ state }) => state === "released");
  const nextKind: ReportKind = isReleased ? "addendum" : "report";
  return {
    reference: booking.reference,
    maxMegabytes: deps.settings.current().documents.maxMegabytes,
    refusal: (await staffRefusal(deps.db, booking)) ?? refusalToDeclare(reports, nextKind),
    isReleased,
    decisions: lines.map(({ assessment_id, name }) => ({ value: assessment_id, label: name })),
    reports: reports.map(({ id, version, kind, state, declared_at, returnNote }) => ({
      ...{ id, version, kind, state },
      declaredAt: declared_at,
      returnNote: returnNote ?? "",
    })),
  };
}

export type AssessorReportPage = Awaited<ReturnType<typeof readAssessorReportPage>>;

const FORM_ID = "report-form";
const CHECK = "The report was not sent. Please check what is marked below.";

type Posted = { deps: Deps; request: Request; booking: BookingRow; by: ActedByRequest; page: string };

/** Keeps the uploaded file and sends it for review. Harmless to repeat. Throws a redirect. */
export async function answerAssessorReportPage({ deps, request, booking, by, page }: Posted) {
  const bookingId = booking.id;
  const refuse = (form: FormData, status: number, summary: string, errors?: Record<string, string[]>) =>
    data(refuseForm(form, summary, errors, { formId: FORM_ID }), { status });
  const refusal = await staffRefusal(deps.db, booking);
  if (refusal) return refuse(new FormData(), 409, refusal);
  const read = (form: FormData) => parseForm(form, DeclareSchema, CHECK, { formId: FORM_ID });
  const received = await receiveDocuments(deps, request, {
    ...{ bookingId, purpose: "report", by },
    mayStore: async (form) => read(copyOf(form)).ok,
  });
  const declared = read(copyOf(received.form));
  if (!declared.ok) return data(declared.reply, { status: 400 });
  const messages = received.refused.map(({ message }) => message);
  const [documentId] = received.documentIds;
  if (!documentId)
    return refuse(received.form, 400, CHECK, { documents: messages.length > 0 ? messages : [NONE_SELECTED] });
  const ids = new Set((await bookingLines(deps.db, bookingId)).map(({ assessment_id }) => assessment_id));
  const { kind, declaredName } = declared.value;
  const decisions = declared.value.decisions.filter((id) => ids.has(id));
  const refused = await declareReport(deps, { bookingId, documentId, kind, decisions, declaredName, by });
  if (refused) return refuse(received.form, 409, refused);
  throw redirect(`${page}?done=sent`);
}

/** Reading a form takes away names that no schema knows. */
function copyOf(form: FormData): FormData {
  const copy = new FormData();
  for (const [name, value] of form) copy.append(name, value);
  return copy;
}
