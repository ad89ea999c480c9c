import { CONSENT_FIELDS } from "#app/features/booking/fields/fields.ts";
import { paymentWords } from "#app/features/booking/fields/reference-lists.ts";
import type { Deps } from "#app/deps.server.ts";
import { requestWords, ANSWER_WORDS } from "#app/features/booking/record/request-words.ts";
import {
  clientName,
  locationWords,
  longDateOr,
  referrerName,
  referrerPhone,
  totalWords,
} from "#app/features/booking/record/booking-summary.ts";
import type { BookingRow } from "#app/features/booking/fields/tables.ts";
import { CONSENTS, START_REQUEST_WORDING } from "#app/features/booking/fields/consents.ts";
import { statusLabel } from "#app/features/booking/fields/status.ts";
import { readBooking } from "#app/features/booking/record/queries.server.ts";
import { listRequests } from "#app/features/booking/record/requests.server.ts";
import { billingRows } from "#app/features/booking/money/billing.ts";
import { findInvoice } from "#app/features/billing/invoice-state.server.ts";
import { documentsOfBooking, papersByPost } from "#app/features/documents/document-rows.server.ts";
import { DOCUMENT_KINDS, SCAN_LABELS, VISIBILITY_LABELS } from "#app/features/documents/kinds.ts";
import { isOfReferrer } from "#app/features/documents/who-sees.ts";
import { printedSections } from "#app/features/referral/printed-sections.ts";
import { readReferral } from "#app/features/referral/queries.server.ts";
import { visitAndDayOf } from "#app/features/visits/record/booking-days.server.ts";
import { visitInWords } from "#app/features/visits/record/agreed-visit.ts";
import { formatDate, formatInstant, formatLongDate } from "#app/platform/dates.ts";
import { formatPoundsAndPence } from "#app/platform/money.ts";

type Row = readonly [name: string, value: string | null | undefined | false];

function part(title: string, rows: readonly Row[]): string {
  const lines = rows.flatMap(([name, value]) =>
    value ? [`${name}: ${value.replaceAll("\n", "\n    ")}`] : [],
  );
  return lines.length > 0 ? [title, "-".repeat(title.length), ...lines].join("\n") : "";
}

async function bookingParts(deps: Deps, row: BookingRow): Promise<string[]> {
  const booking = await readBooking(deps, row);
  const { visit, day } = await visitAndDayOf(deps, row);
  const invoice = await findInvoice(deps, row.id);
  const address = [
    booking.clientAddressLine1,
    booking.clientAddressLine2,
    booking.clientTownCity,
    booking.clientPostcode,
  ];
  return [
    part("Booking", [
      ["Reference", booking.bookingReference],
      ["Status", statusLabel(booking.status)],
      ["Booked", formatInstant(booking.createdAt)],
      ["Preferred date", longDateOr(booking.preferredDate, "Not specified")],
      ["Visit", visit && visitInWords(visit)],
      ["Last visit", !visit && day?.as === "visit" && day.when],
      ["How to join", visit?.join],
      ["Location", locationWords(booking)],
      ["Assessments", booking.selectedAssessments.join(", ")],
      ["What is needed under Other", booking.otherAssessmentDetails],
      ["Total", totalWords(booking)],
      ["Payment", paymentWords(booking)],
      ["Weekends", booking.allowWeekends ? "Possible" : "Weekdays only"],
      ["Earlier date", booking.preferEarlierDate ? "Preferred" : "Not needed"],
    ]),
    part("You", [
      ["Name", referrerName(booking)],
      ["Email", booking.referrerEmail],
      ["Phone", referrerPhone(booking)],
      ["Relationship", booking.referrerRelationship],
      ["Capacity", booking.referrerProfessionalCapacity],
      ["Role", booking.referrerCustomRole],
      ["Organisation", booking.referrerOrganisation],
      ...CONSENTS.map(({ name, wording }): Row => {
        return [wording, row[CONSENT_FIELDS[name].column] === 1 ? "Agreed" : "Not agreed"];
      }),
    ]),
    part("Your right to cancel", [
      ["Asked for a start within 14 days", row.start_requested === 1 && START_REQUEST_WORDING],
    ]),
    part("The person to be assessed", [
      ["Name", clientName(booking)],
      ["Date of birth", booking.clientDob && formatDate(booking.clientDob)],
      ["Gender", booking.clientGenderOther ?? booking.clientGender],
      ["Phone", booking.clientPhoneAsTyped],
      ["Address", address.filter(Boolean).join(", ")],
    ]),
    part("Billing details", billingRows(booking)),
    part("Invoice", [
      ["Number", invoice?.number],
      ["Amount", invoice && formatPoundsAndPence(invoice.amountPence)],
      ["Due", invoice && formatLongDate(invoice.dueOn)],
    ]),
  ];
}

/** Papers that the referrer has sent, by name; the files themselves are not given back. */
async function papersPart(deps: Deps, row: BookingRow): Promise<string> {
  const sent = (await documentsOfBooking(deps, row.id)).filter(isOfReferrer);
  const byPost = await papersByPost(deps.db, row.id);
  return part("Papers that you have sent", [
    ...sent.map(({ name, kind, visible_to, created_at, scan }): Row => {
      const said = [DOCUMENT_KINDS[kind], VISIBILITY_LABELS[visible_to], formatInstant(created_at)];
      if (scan === "infected") said.push(SCAN_LABELS.infected);
      return [name, said.join("; ")];
    }),
    ...byPost.map((kind): Row => [DOCUMENT_KINDS[kind], "Expected by post"]),
  ]);
}

/** Everything that the referrer may see of a booking, as plain text: details, visit, invoice, requests,
 * papers and referral forms. */
export async function bookingRecord(deps: Deps, row: BookingRow): Promise<string> {
  const requests = await listRequests(deps, row.id);
  const parts = [
    `Everything about booking ${row.reference}, as it was on ${formatInstant(deps.clock.now().toISOString())}.\nConfidential: it names a person and says something about their health.`,
    ...(await bookingParts(deps, row)),
    ...requests.map((request) =>
      part("Your request", [
        ["You asked for", requestWords(request)],
        ["Sent", formatInstant(request.created_at)],
        ["You wrote", request.note],
        ["Our answer", request.answered_as && ANSWER_WORDS[request.answered_as]],
        ["We wrote", request.answer],
      ]),
    ),
    await papersPart(deps, row),
    ...printedSections(await readReferral(deps, row)).map(({ title, groups }) =>
      part(
        `Referral form: ${title}`,
        groups.flatMap(({ answers }) => answers.map(({ question, answer }): Row => [question, answer])),
      ),
    ),
  ];
  return `${parts.filter((one) => one !== "").join("\n\n")}\n`;
}
