import { data, redirect } from "react-router";
import type { z } from "zod";
import type { Deps } from "#app/deps.server.ts";
import { findUserNames } from "#app/features/accounts/session/queries.server.ts";
import type { ActedByRequest } from "#app/features/audit/record-audit.server.ts";
import { isErased, staffRefusal } from "#app/features/booking/record/erase-booking.server.ts";
import { documentsOfBooking } from "#app/features/documents/document-rows.server.ts";
import { bookingLines } from "#app/features/booking/record/queries.server.ts";
import type { BookingRow } from "#app/features/booking/fields/tables.ts";
import { parseForm, refuseForm } from "#app/forms/read-form.server.ts";
import { addRecipient, liftHold, placeHold, removeRecipient } from "./change-report.server.ts";
import { readDelivery, renewLink } from "./deliver-report.server.ts";
import { deliveriesOf, holdsOf, reportsOfBooking } from "./report-rows.server.ts";
import {
  HoldSchema,
  RecipientSchema,
  ReleaseSchema,
  ReturnSchema,
  WithdrawSchema,
} from "./report-schemas.ts";
import { possibleRecipients, releaseReport, returnReport, withdrawReport } from "./review-report.server.ts";

/** Everything about a booking's report, for staff. */
export async function readStaffReportPage(deps: Deps, booking: BookingRow) {
  const reports = await reportsOfBooking(deps, booking.id);
  const deliveries = await deliveriesOf(
    deps,
    reports.map(({ id }) => id),
  );
  const files = await documentsOfBooking(deps, booking.id, "report");
  const lines = await bookingLines(deps.db, booking.id);
  const names = new Map(lines.map((line) => [line.assessment_id, line.name]));
  const users = await findUserNames(
    deps,
    reports.flatMap(({ author_id, reviewed_by }) => [author_id, reviewed_by]),
  );
  const refusal = await staffRefusal(deps.db, booking);
  return {
    id: booking.id,
    reference: booking.reference,
    refusal,
    recipients: isErased(booking) ? [] : await possibleRecipients(deps, booking),
    holds: (await holdsOf(deps, booking.id)).map(({ id, reason, note, placed_at }) => ({
      ...{ id, reason, note },
      placedAt: placed_at,
    })),
    reports: reports.map((report) => ({
      id: report.id,
      version: report.version,
      kind: report.kind,
      state: report.state,
      documentId: report.document_id,
      isInfected: files.some(({ id, scan }) => id === report.document_id && scan === "infected"),
      declaredName: report.declaredName,
      declaredAt: report.declared_at,
      author: users.get(report.author_id) ?? "an assessor",
      reviewer: users.get(report.reviewed_by ?? "") ?? null,
      reviewedAt: report.reviewed_at,
      withdrawnAt: report.withdrawn_at,
      note: report.returnNote ?? report.withdrawReason ?? "",
      decisions: report.decisions.map((id) => names.get(id) ?? id),
      deliveries: deliveries
        .filter(({ report_id }) => report_id === report.id)
        .map((delivery) => ({
          id: delivery.id,
          role: delivery.role,
          name: delivery.name,
          email: delivery.email,
          sentAt: delivery.created_at,
          expiresAt: delivery.expires_at,
          openedAt: delivery.opened_at,
          downloadedAt: delivery.downloaded_at,
          receivedAt: delivery.received_at,
          receivedBy: delivery.receivedBy,
        })),
    })),
  };
}

export type StaffReportPage = Awaited<ReturnType<typeof readStaffReportPage>>;
export type ReportVersion = StaffReportPage["reports"][number];

type Posted = { deps: Deps; by: ActedByRequest; booking: BookingRow; form: FormData };

const CHECK = "Please correct what is marked below.";

/** Answers the form that `intent` names. Throws redirects. */
export async function answerStaffReportPage({ deps, by, booking, form }: Posted) {
  const bookingId = booking.id;
  const done = (name: string) => redirect(`/admin/bookings/${bookingId}/report?done=${name}`);
  const refuse = (formId: string, summary: string) =>
    data(refuseForm(form, summary, {}, { formId }), { status: 409 });

  async function answer<Schema extends z.ZodType>(
    name: string,
    schema: Schema,
    change: (value: z.output<Schema>) => Promise<string | null | void>,
  ) {
    const formId = `${name}-form`;
    const read = parseForm(form, schema, CHECK, { formId });
    if (!read.ok) return data(read.reply, { status: 400 });
    const refusal = (await staffRefusal(deps.db, booking)) ?? (await change(read.value));
    if (refusal) return refuse(formId, refusal);
    throw done(name);
  }

  switch (form.get("intent")) {
    case "release":
      return answer("release", ReleaseSchema, ({ reportId, recipients }) =>
        releaseReport(deps, { bookingId, by, reportId, recipients }),
      );
    case "return":
      return answer("return", ReturnSchema, (value) => returnReport(deps, { bookingId, by, ...value }));
    case "withdraw":
      return answer("withdraw", WithdrawSchema, (value) => withdrawReport(deps, { bookingId, by, ...value }));
    case "recipient":
      return answer("recipient", RecipientSchema, (value) => addRecipient(deps, { bookingId, by, ...value }));
    case "remove-recipient": {
      const recipientId = String(form.get("recipientId") ?? "");
      const refusal = await removeRecipient(deps, { bookingId, by, recipientId });
      if (refusal) return refuse("recipient-form", refusal);
      throw done("recipient-removed");
    }
    case "hold":
      return answer("hold", HoldSchema, ({ reason, note = "" }) =>
        placeHold(deps, { bookingId, by, reason, note }),
      );
    case "lift-hold": {
      const refusal = await liftHold(deps, { bookingId, by, holdId: String(form.get("holdId") ?? "") });
      if (refusal) return refuse("hold-form", refusal);
      throw done("hold-lifted");
    }
    case "renew": {
      const opened = await readDelivery(deps, String(form.get("deliveryId") ?? ""));
      if (opened?.booking.id !== bookingId || opened.report.state !== "released" || opened.isInfected)
        return refuse("release-form", "This report has no link any more.");
      const refusal = await renewLink(deps, opened, by);
      if (refusal) return refuse("release-form", refusal);
      throw done("renewed");
    }
    default:
      throw data(null, { status: 400 });
  }
}
