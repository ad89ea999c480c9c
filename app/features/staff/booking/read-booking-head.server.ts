import type { Deps } from "#app/deps.server.ts";
import { MODES } from "#app/features/assessors/profile.ts";
import { findInvoice } from "#app/features/billing/invoice-state.server.ts";
import { STANDING_LABELS, standingOf } from "#app/features/billing/invoice-standing.ts";
import type { BookingRow } from "#app/features/booking/fields/tables.ts";
import {
  clientName,
  locationWords,
  referrerName,
  totalWords,
} from "#app/features/booking/record/booking-summary.ts";
import { isErased } from "#app/features/booking/record/erase-booking.server.ts";
import { readBooking } from "#app/features/booking/record/queries.server.ts";
import { contributionsOf } from "#app/features/contributions/contribution-rows.server.ts";
import { countPapers } from "#app/features/documents/document-rows.server.ts";
import { agreedWork } from "#app/features/organisations/record/agreement-terms.ts";
import { agreementOfBooking } from "#app/features/organisations/record/agreements.server.ts";
import { findOrganisation } from "#app/features/organisations/record/change-organisation.server.ts";
import { hasOrganisations } from "#app/features/organisations/record/membership.server.ts";
import { referralCompletion } from "#app/features/referral/queries.server.ts";
import type { ProgressStep } from "#app/features/report/progress.ts";
import { readProgress } from "#app/features/report/read-progress.server.ts";
import { TEMPLATES } from "#app/features/report-writing/templates.ts";
import { reportsOfBooking } from "#app/features/report/report-rows.server.ts";
import { readStage } from "#app/features/stage/read-stages.server.ts";
import type { Stage } from "#app/features/stage/stage.ts";
import { bookingDayOf } from "#app/features/visits/record/booking-days.server.ts";
import { latestVisit } from "#app/features/visits/record/stage.ts";
import { visitsOfBooking } from "#app/features/visits/record/find-visits.server.ts";
import { formatInstantDay, formatShortDate, londonDate } from "#app/platform/dates.ts";

/** The step at which a booking of each stage is; none once nobody has to do anything. */
const STEP_OF: Partial<Record<Stage, string>> = {
  "to-contact": "Called",
  "to-agree": "Visit",
  asked: "Visit",
  unanswered: "Visit",
  offered: "Visit",
  "not-chosen": "Visit",
  agreed: "Visit",
  "outcome-missing": "Visit",
  "to-report": "Report",
  "to-review": "Report",
  "on-hold": "Report",
  "to-complete": "Delivered",
};

const dayOr = (day: string | null | undefined, none: string) => (day ? formatShortDate(day) : none);

async function nameOf(deps: Deps, id: string) {
  const found = await findOrganisation(deps, id);
  return found && { id, name: found.name };
}

/** The head above the tabs of each page of a booking: who, what, when and where, how far it is, and how much there is
 * on the other pages. */
export async function readBookingHead(deps: Deps, row: BookingRow) {
  const booking = await readBooking(deps, row);
  const { stage, assessor } = await readStage(deps, row.id);
  const progress = (await readProgress(deps, [row])).get(row.id) ?? [];
  const { submittedAt, completeCount, sectionCount } = await referralCompletion(deps, row);
  const [report] = await reportsOfBooking(deps, row.id);
  const invoice = await findInvoice(deps, row.id);
  const day = await bookingDayOf(deps, row);
  const visit = latestVisit(await visitsOfBooking(deps, row.id), deps.clock.now());
  const standing = invoice && standingOf(invoice, londonDate(deps.clock.now()));
  const agreement = await agreementOfBooking(deps, row);
  const isNamed = Boolean(booking.clientFirstName || booking.clientLastName);
  const step = (name: ProgressStep) => progress.find((one) => one.step === name);
  const writtenBy = step("writing")?.day;
  const steps: [name: string, isDone: boolean, note: string][] = [
    ["Booked", true, formatInstantDay(row.created_at)],
    ["Called", row.awaits_contact_since === null, row.awaits_contact_since === null ? "" : "to call"],
    ["Visit", step("visited")?.isDone ?? false, dayOr(visit?.day, "to agree")],
    ["Referral forms", submittedAt !== null, `${completeCount} of ${sectionCount}`],
    ["Report", report !== undefined, !report && writtenBy ? `due ${formatShortDate(writtenBy)}` : ""],
    ["Delivered", step("ready")?.isDone ?? false, dayOr(step("ready")?.day, "")],
    ["Paid", standing === "paid", standing ? STANDING_LABELS[standing] : totalWords(booking)],
  ];
  return {
    id: row.id,
    reference: row.reference,
    /** Null once the person was erased. */
    person: isErased(row) ? null : isNamed ? clientName(booking) : "Client not named yet",
    what: `${booking.selectedAssessments.join(", ")} · ${totalWords(booking)}`,
    when: day === null ? "No date yet" : day.as === "wish" ? `Wished for ${day.when}` : day.when,
    assessor: (visit && assessor?.name) ?? null,
    where: visit?.mode === "virtual" ? MODES.virtual : visit?.place || locationWords(booking),
    referrer: isErased(row)
      ? null
      : {
          name: referrerName(booking),
          role: booking.referrerCustomRole ?? booking.referrerRelationship,
          organization: booking.referrerOrganization,
          phone: booking.referrerPhoneAsTyped ?? booking.referrerPhone,
          countryCode: booking.referrerCountryCode,
        },
    organisation:
      hasOrganisations(deps) && row.organisation_id ? await nameOf(deps, row.organisation_id) : null,
    /** The work that was agreed with the organisation, in one line; empty without an agreement. */
    agreed: agreement ? agreedWork(agreement, TEMPLATES) : "",
    steps: steps.map(([name, isDone, note]) => ({ name, isDone, note, isCurrent: STEP_OF[stage] === name })),
    counts: {
      referral: `${completeCount}/${sectionCount}`,
      asked: (await contributionsOf(deps, row.id)).length,
      documents: await countPapers(deps.db, row.id),
    },
  };
}

export type BookingHead = Awaited<ReturnType<typeof readBookingHead>>;
