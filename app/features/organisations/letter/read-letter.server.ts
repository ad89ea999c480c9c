import { data } from "react-router";
import type { Deps } from "#app/deps.server.ts";
import { actorOf, findPrincipal } from "#app/features/accounts/session/principal.server.ts";
import { requireOwnBooking } from "#app/features/after-booking/pages/booking-page.server.ts";
import { recordStaffView } from "#app/features/audit/record-staff-view.server.ts";
import type { BookingRow } from "#app/features/booking/fields/tables.ts";
import { locationWords, referrerName } from "#app/features/booking/record/booking-summary.ts";
import { readBooking } from "#app/features/booking/record/queries.server.ts";
import { documentsOfBooking } from "#app/features/documents/document-rows.server.ts";
import { DOCUMENT_KINDS } from "#app/features/documents/kinds.ts";
import { agreementOfBooking } from "#app/features/organisations/record/agreements.server.ts";
import { findOrganisation } from "#app/features/organisations/record/change-organisation.server.ts";
import { openDetails } from "#app/features/organisations/record/details.server.ts";
import { hasOrganisations, mayOpen } from "#app/features/organisations/record/membership.server.ts";
import { statedDecision } from "#app/features/report-writing/prefill.ts";
import { readBooked, templateFor } from "#app/features/report-writing/known-facts.server.ts";
import { letterheadOf, sendTree, type FileKind } from "#app/features/report-writing/report-files.server.ts";
import { answer, joined } from "#app/features/referral/sections/labelled-answers.ts";
import { readSaved } from "#app/features/visits/person/known-needs.server.ts";
import { needsOf } from "#app/features/visits/person/needs.ts";
import { readPersonFile } from "#app/features/visits/person/person-file.server.ts";
import { londonDate } from "#app/platform/dates.ts";
import { letterOfInstruction, stillMissing, type InstructionFacts } from "./letter-of-instruction.ts";

/** The letter of a booking as it is now, and what is still missing. */
async function composeLetter(deps: Deps, booking: BookingRow, organisationId: string) {
  const organisation = (await findOrganisation(deps, organisationId))!;
  const details = openDetails(deps.secrets, organisation);
  const agreement = await agreementOfBooking(deps, booking);
  const model = await readBooking(deps, booking);
  const { personName, dateOfBirth, assessments } = await readBooked(deps, booking);
  const assessmentIds = assessments.map(({ id }) => id);
  const person = await readPersonFile(deps, booking);
  const read = await readSaved(deps, booking);
  const papers = await documentsOfBooking(deps, booking.id, "paper");
  const court = (name: string) => answer(read, "courtApplication", name);
  const decided = (name: string) => answer(read, "decision", name);
  const facts: InstructionFacts = {
    sender: [organisation.name, ...details.billingAddress.split("\n")]
      .map((line) => line.trim())
      .filter(Boolean),
    addressee: letterheadOf(deps).slice(0, -1),
    day: londonDate(deps.clock.now()),
    reference: booking.reference,
    matterReference: model.matterReference ?? "",
    poNumber: model.poNumber ?? "",
    agreement: agreement?.reference ?? "",
    payer: model.billingName || details.billingName || organisation.name,
    signedBy: referrerName(model),
    person: { name: personName, dateOfBirth, place: locationWords(model) },
    decisions: person.decisions,
    tests: person.tests,
    purpose: court("reportFor"),
    courtReference: court("courtReference"),
    hearingOn: String(read("courtApplication")["hearingOn"] ?? ""),
    deadlineOn: String(read("courtApplication")["deadlineOn"] || read("decision")["decisionDeadline"] || ""),
    deadlineReason: court("deadlineReason") || decided("decisionDeadlineReason"),
    papers: papers
      .filter(({ visible_to }) => visible_to !== "staff-only")
      .map(({ kind, name }) => `${DOCUMENT_KINDS[kind]}: ${name}`),
    // The booking's own: the person file may have another organisation's.
    needs: needsOf(read).map(({ label, text }) => joined([label ?? "", text], ": ")),
    template: await templateFor(deps, booking, read, assessmentIds),
  };
  const missing = stillMissing(facts, {
    bookingId: booking.id,
    isStated: person.decisions.some((decision) => statedDecision(decision) !== ""),
    asksPo: agreement?.terms.needsPo ?? false,
  });
  return { bookingId: booking.id, tree: letterOfInstruction(facts), missing };
}

type Booked = Pick<BookingRow, "id" | "organisation_id">;

/** Whether whoever asks may read the letter of a booking: staff, and signed-in members of its organisation who may open
 * it. A mailed link is no proof of either. */
export async function mayInstruct(deps: Deps, request: Request, booking: Booked): Promise<boolean> {
  if (booking.organisation_id === null || !hasOrganisations(deps)) return false;
  const principal = await findPrincipal(deps, request);
  return principal.kind === "staff" || (principal.kind === "customer" && mayOpen(deps, principal, booking));
}

/** The letter of a booking that was made for an organisation. Not found for whoever may not read it. Staff who open it
 * are in the history. */
export async function openInstruction(
  deps: Deps,
  { request, bookingId, requestId }: { request: Request; bookingId: string; requestId: string },
) {
  const { booking, principal, headers } = await requireOwnBooking(deps, request, bookingId);
  if (booking.organisation_id === null || !(await mayInstruct(deps, request, booking)))
    throw data(null, { status: 404 });
  const by = { actor: actorOf(principal), requestId };
  await recordStaffView(deps, by, "booking.viewed", ["booking", booking.id]);
  return { ...(await composeLetter(deps, booking, booking.organisation_id)), headers };
}

/** The letter as a file that its sender can change and sign. */
export const sendInstruction = (kind: FileKind, { tree }: Awaited<ReturnType<typeof openInstruction>>) =>
  sendTree(kind, tree, {
    name: `Letter of instruction ${tree.reference}`,
    look: { author: tree.letterhead[0] ?? "", mark: "", logo: null },
  });
