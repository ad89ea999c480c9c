import { data, redirect } from "react-router";
import { z } from "zod";
import type { Deps } from "#app/deps.server.ts";
import { findAssessment } from "#app/features/catalogue/catalogue.ts";
import { findUserNames } from "#app/features/accounts/session/queries.server.ts";
import type { ActedByRequest } from "#app/features/audit/record-audit.server.ts";
import { refused } from "#app/features/booking/record/change-booking.server.ts";
import { isErased, staffRefusal } from "#app/features/booking/record/erase-booking.server.ts";
import { documentsOfBooking } from "#app/features/documents/document-rows.server.ts";
import { bookingLines } from "#app/features/booking/record/queries.server.ts";
import type { BookingRow } from "#app/features/booking/fields/tables.ts";
import { readPersonFile } from "#app/features/visits/person/person-file.server.ts";
import { parseForm, refuseForm } from "#app/forms/read-form.server.ts";
import {
  addRecipient,
  endLink,
  liftHold,
  placeHold,
  possibleRecipients,
  removeRecipient,
} from "./change-report.server.ts";
import { renewLink, withoutLink } from "./deliver-report.server.ts";
import { linkMails } from "./link-mails.server.ts";
import { deliveryProblem, readDelivery } from "./open-delivery.server.ts";
import { REPORT_PROBLEMS } from "./report-problems.ts";
import {
  deliveriesOf,
  holdsOf,
  isHeld,
  reportsOfBooking,
  type Addressee,
  type Report,
} from "./report-rows.server.ts";
import {
  DeliverySchema,
  HoldSchema,
  RecipientSchema,
  ReleaseSchema,
  ReturnSchema,
  SendSchema,
  WithdrawSchema,
} from "./report-schemas.ts";
import { BUTTONS_FORM, VISIT_DOUBTS, type REPORT_DONE } from "./report-words.ts";
import { visitDoubt } from "./visit-doubt.server.ts";
import { releaseReport, returnReport, sendReleasedReport, withdrawReport } from "./review-report.server.ts";

/** The name of an assessment that the booking no longer has. */
const unbooked = (id: string) => findAssessment(id)?.name ?? id;

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
  const mails = await linkMails(deps, deliveries);
  const doubt = await visitDoubt(deps, booking.id);
  const doubtsAbout = ({ kind, decisions }: Report) => [
    ...(doubt && kind === "report" ? [VISIT_DOUBTS[doubt.kind].words(doubt.when)] : []),
    ...decisions
      .filter((id) => !names.has(id))
      .map((id) => `It answers a decision that is not booked: ${unbooked(id)}.`),
    ...lines
      .filter(({ assessment_id }) => kind === "report" && !decisions.includes(assessment_id))
      .map(({ name }) => `It does not answer a decision that is booked: ${name}.`),
  ];
  const isToReview = refusal === null && reports.some(({ state }) => state === "in-review");
  const person = isToReview ? await readPersonFile(deps, booking) : null;
  const recipients = isErased(booking) ? [] : await possibleRecipients(deps, booking);
  const released = reports.filter(({ state }) => state === "released");
  const unsent = new Map(
    await Promise.all(
      released.map(async (one) => [one.id, await withoutLink(deps, one, recipients)] as const),
    ),
  );
  return {
    id: booking.id,
    reference: booking.reference,
    refusal,
    /** The person as the booking knows them, to compare a version in review with; null without one. */
    person: person && { name: person.client, dateOfBirth: person.dateOfBirth },
    recipients,
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
      isWaitingForScan: files.some(({ id, scan }) => id === report.document_id && scan === "waiting"),
      declaredName: report.declaredName,
      declaredAt: report.declared_at,
      author: users.get(report.author_id) ?? "an assessor",
      reviewer: users.get(report.reviewed_by ?? "") ?? null,
      reviewedAt: report.reviewed_at,
      withdrawnAt: report.withdrawn_at,
      note: report.returnNote ?? report.withdrawReason ?? "",
      decisions: report.decisions.map((id) => names.get(id) ?? unbooked(id)),
      doubts: report.state === "in-review" ? doubtsAbout(report) : [],
      /** Recipients to whom a released version can still be sent. */
      unsent: unsent.get(report.id) ?? [],
      deliveries: deliveries
        .filter(({ report_id }) => report_id === report.id)
        .map((delivery) => ({
          id: delivery.id,
          role: delivery.role,
          name: delivery.name,
          email: delivery.email,
          releasedTo: delivery.releasedTo,
          /** Null once the mails were erased. */
          mail: mails.get(delivery.id) ?? null,
          endedAt: delivery.ended_at,
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

type Changed =
  | { ok: true }
  | { ok: false; problem: Exclude<keyof typeof REPORT_PROBLEMS, "is-recipient"> }
  | ({ ok: false; problem: "is-recipient" } & Addressee);

const inWords = (refused: Extract<Changed, { ok: false }>) =>
  refused.problem === "is-recipient"
    ? REPORT_PROBLEMS["is-recipient"](refused)
    : REPORT_PROBLEMS[refused.problem];

/** Answers the form that `intent` names. Throws redirects. */
export async function answerStaffReportPage({ deps, by, booking, form }: Posted) {
  const bookingId = booking.id;

  async function answer<Schema extends z.ZodType>(
    name: keyof typeof REPORT_DONE,
    schema: Schema,
    change: (value: z.output<Schema>) => Promise<Changed>,
    formId = `${name}-form`,
  ) {
    const read = parseForm(form, schema, CHECK, { formId });
    if (!read.ok) return data(read.reply, { status: 400 });
    const changed = await change(read.value);
    if (!changed.ok) return data(refuseForm(form, inWords(changed), {}, { formId }), { status: 409 });
    throw redirect(`/admin/bookings/${bookingId}/report?done=${name}`);
  }

  async function renew(deliveryId: string): Promise<Changed> {
    const opened = await readDelivery(deps, deliveryId);
    if (opened?.booking.id !== bookingId) return refused("no-link");
    const problem = await deliveryProblem(deps, opened);
    if (problem === "held" && (await isHeld(deps.db, bookingId))) return refused("held");
    if (problem !== null && problem !== "held" && problem !== "expired") return refused("no-link");
    return renewLink(deps, opened, by);
  }

  const ofVersion = (name: string) => `${name}-form-${String(form.get("reportId"))}`;

  switch (form.get("intent")) {
    case "release":
      return answer("release", ReleaseSchema, ({ reportId, recipients }) =>
        releaseReport(deps, { bookingId, by, reportId, recipients }),
      );
    case "send":
      return answer(
        "send",
        SendSchema,
        (value) => sendReleasedReport(deps, { bookingId, by, ...value }),
        ofVersion("send"),
      );
    case "return":
      return answer("return", ReturnSchema, (value) => returnReport(deps, { bookingId, by, ...value }));
    case "withdraw":
      return answer(
        "withdraw",
        WithdrawSchema,
        (value) => withdrawReport(deps, { bookingId, by, ...value }),
        ofVersion("withdraw"),
      );
    case "recipient":
      return answer("recipient", RecipientSchema, (value) => addRecipient(deps, { bookingId, by, ...value }));
    case "remove-recipient":
      return answer(
        "recipient-removed",
        z.object({ recipientId: z.string() }),
        (value) => removeRecipient(deps, { bookingId, by, ...value }),
        BUTTONS_FORM,
      );
    case "hold":
      return answer("hold", HoldSchema, ({ reason, note = "" }) =>
        placeHold(deps, { bookingId, by, reason, note }),
      );
    case "lift-hold":
      return answer(
        "hold-lifted",
        z.object({ holdId: z.string() }),
        (value) => liftHold(deps, { bookingId, by, ...value }),
        BUTTONS_FORM,
      );
    case "renew":
      return answer("renewed", DeliverySchema, ({ deliveryId }) => renew(deliveryId), BUTTONS_FORM);
    case "end-link":
      return answer(
        "link-ended",
        DeliverySchema,
        (value) => endLink(deps, { bookingId, by, ...value }),
        BUTTONS_FORM,
      );
    default:
      throw data(null, { status: 400 });
  }
}
