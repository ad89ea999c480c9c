import type { Deps } from "#app/deps.server.ts";
import { findAssessor } from "#app/features/assessors/assessors.server.ts";
import { professionsWords } from "#app/features/assessors/profile.ts";
import { answersAsSources } from "#app/features/contributions/also-told.server.ts";
import { decryptClientDetails } from "#app/features/booking/fields/field-columns.server.ts";
import type { BookingRow } from "#app/features/booking/fields/tables.ts";
import { bookingLines } from "#app/features/booking/record/queries.server.ts";
import { documentsOfBooking } from "#app/features/documents/document-rows.server.ts";
import { DOCUMENT_KINDS } from "#app/features/documents/kinds.ts";
import { agreementOfBooking } from "#app/features/organisations/record/agreements.server.ts";
import { personName, type Read } from "#app/features/referral/sections/labelled-answers.ts";
import { readSaved } from "#app/features/visits/person/known-needs.server.ts";
import { needsOf } from "#app/features/visits/person/needs.ts";
import { visitsOfBooking } from "#app/features/visits/record/find-visits.server.ts";
import { readPersonFile } from "#app/features/visits/person/person-file.server.ts";
import { outcomesOf } from "#app/features/visits/record/visit-records.server.ts";
import { formatDate, formatInstantDay, londonDate } from "#app/platform/dates.ts";
import { statedDecision, type KnownFacts } from "./prefill.ts";
import { lastAboutAuthor } from "./saved-draft.server.ts";
import { isTemplateKey, type TemplateKey } from "./templates.ts";

const joined = (separator: string, ...parts: (string | null | undefined)[]) =>
  parts.filter(Boolean).join(separator);

/** The person as the booking and its referral name them, and the booked assessments. */
export async function readBooked(deps: Pick<Deps, "db" | "secrets">, booking: BookingRow) {
  const read = await readSaved(deps, booking);
  const client = decryptClientDetails(deps.secrets, booking);
  const dob = read("personalDetails")["dob"] || client.dob;
  const names = joined(" ", booking.client_first_name, booking.client_last_name);
  const lines = await bookingLines(deps.db, booking.id);
  return {
    personName: personName(read) || (names && joined(" ", client.title, names)),
    dateOfBirth: String(dob ?? ""),
    assessments: lines.map(({ assessment_id, name }) => ({ id: assessment_id, name })),
  };
}

/** The kind of report to begin with: the one that was agreed with the booking's organisation, else what the referral
 * asks for. */
export async function templateFor(
  deps: Pick<Deps, "db">,
  booking: Pick<BookingRow, "agreement_id">,
  ...asked: Parameters<typeof usualTemplate>
): Promise<TemplateKey> {
  const agreed = (await agreementOfBooking(deps, booking))?.terms.template;
  return isTemplateKey(agreed) ? agreed : usualTemplate(...asked);
}

function usualTemplate(read: Read, assessmentIds: readonly string[]): TemplateKey {
  const reportFor = read("courtApplication")["reportFor"];
  if (assessmentIds.includes("capacity-litigate")) return "litigation";
  if (reportFor === "court-of-protection") return "cop3";
  if (reportFor === "other-court") return "court";
  return assessmentIds.every((id) => id === "capacity-will") ? "will" : "narrative";
}

/** This author's visits to the person, without those that were cancelled or did not take place. */
export const visitsOfAuthor = async (deps: Deps, bookingId: string, authorId: string) =>
  (await visitsOfBooking(deps, bookingId)).filter(
    ({ assessor_id, ended_as }) =>
      assessor_id === authorId && ended_as !== "cancelled" && ended_as !== "not-held",
  );

/** The decisions that somebody stated; without one, the assessments that were booked. */
function askedIn(decisions: readonly string[], lines: readonly { name: string }[]): string {
  const stated = decisions.map(statedDecision).filter(Boolean);
  return stated.length > 0 ? stated.join("\n") : `Booked: ${lines.map(({ name }) => name).join("; ")}`;
}

/** The visits of this author that may have taken place, as the report says them. */
async function visitFacts(deps: Deps, bookingId: string, authorId: string) {
  const today = londonDate(deps.clock.now());
  const visits = (await visitsOfAuthor(deps, bookingId, authorId)).filter(({ day }) => day <= today);
  const ids = visits.map(({ id }) => id);
  const outcomes = await outcomesOf(deps, ids);
  const held = visits.map((visit) => ({ visit, details: outcomes.get(visit.id)?.at(-1)?.details ?? null }));
  // The hours of the plan are not those of the visit: its outcome has them.
  const hours = ({ visit, details }: (typeof held)[number]) =>
    joined(", ", formatDate(visit.day), details?.startedAt && `${details.startedAt}–${details.endedAt}`);
  const last = held.findLast(({ details }) => details?.conducted);
  const each = (of: (one: (typeof held)[number]) => string | undefined) =>
    joined("; ", ...new Set(held.map(of)));
  return {
    visitedOn: each(hours),
    place: each(({ visit }) => (visit.mode === "virtual" ? "" : visit.place)),
    conducted: last?.details?.conducted ?? "",
    present: each(({ details }) => details?.present),
    identity: each(({ details }) => details?.identity),
  };
}

/** Facts for a booking's report by this author, from the referral, the visits, the documents and the profile. */
export async function readKnownFacts(deps: Deps, booking: BookingRow, authorId: string) {
  const person = await readPersonFile(deps, booking);
  const read = await readSaved(deps, booking);
  const lines = await bookingLines(deps.db, booking.id);
  const assessor = await findAssessor(deps, authorId);
  const documents = await documentsOfBooking(deps, booking.id, "paper");
  const before = await lastAboutAuthor(deps, authorId);
  const role = joined(
    ", ",
    professionsWords(assessor?.professions ?? []),
    joined(" ", assessor?.registerBody, assessor?.registerNumber),
  );
  const referrer = joined(" ", booking.referrer_first_name, booking.referrer_last_name);
  const papers = documents
    .filter(({ visible_to }) => visible_to !== "staff-only")
    .map((one) => `${DOCUMENT_KINDS[one.kind]}: ${one.name}, received ${formatInstantDay(one.created_at)}`);
  const booked = lines.map(({ assessment_id }) => assessment_id);
  const facts: KnownFacts = {
    instruction: {
      template: await templateFor(deps, booking, read, booked),
      instructedBy: joined(", ", referrer, booking.referrer_organisation),
      questions: askedIn(person.decisions, lines),
      authorName: String(before["authorName"] || assessor?.name),
      authorRole: String(before["authorRole"] || role),
      qualifications: String(before["qualifications"] ?? ""),
    },
    person: {
      ...(await visitFacts(deps, booking.id, authorId)),
      // The booking's own: a report goes to those who may not know of another booking of the person.
      communication: needsOf(read)
        .map(({ label, text }) => joined(": ", label, text))
        .join("\n"),
    },
    sources: {
      read: joined(
        "\n",
        person.isReferralSubmitted ? `Referral form of booking ${booking.reference}` : "",
        ...(await answersAsSources(deps, booking)),
        ...papers,
      ),
    },
  };
  return { facts, person };
}
