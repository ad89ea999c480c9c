import type { Deps } from "#app/deps.server.ts";
import { findTokenUser } from "#app/features/accounts/password/account-tokens.server.ts";
import { assessorsById } from "#app/features/assessors/assessors.server.ts";
import { openPence } from "#app/features/billing/invoice-standing.ts";
import { findInvoice } from "#app/features/billing/invoice-state.server.ts";
import { invoicePath } from "#app/features/billing/own/invoice-link.ts";
import type { BookingRow } from "#app/features/booking/fields/tables.ts";
import { findContribution } from "#app/features/contributions/contribution-rows.server.ts";
import { helpLink, partLink } from "#app/features/contributions/part-links.server.ts";
import { followUpPath } from "#app/features/follow-ups/follow-ups.server.ts";
import type { CancelCode } from "#app/features/outbox/cancel-codes.ts";
import { findInvitation, invitationPath } from "#app/features/organisations/record/invitation.server.ts";
import { decryptPayload } from "#app/features/outbox/enqueue.server.ts";
import type { MailTopic } from "#app/features/outbox/mail-topics.ts";
import type { OutboxRow } from "#app/features/outbox/tables.ts";
import { deliveryLink } from "#app/features/report/deliver-report.server.ts";
import { findDelivery } from "#app/features/report/report-rows.server.ts";
import { groupsOf } from "#app/features/report-writing/questions/answer-questions.server.ts";
import { assessorQuestionsPath } from "#app/features/report-writing/questions/question-words.ts";
import { visitsOfBooking } from "#app/features/visits/record/find-visits.server.ts";
import { findAssessorVisit } from "#app/features/visits/record/assessors-visit.server.ts";

/** The parts of a payload that say where a mail leads. */
type Pointer = {
  path?: string;
  deliveryId?: string;
  contributionId?: string;
  assessorId?: string;
  documentId?: string;
  membershipId?: string;
  version?: number;
  page?: string;
  followUpId?: string;
};

/** The data of a queued mail. One that an earlier release queued has a whole address: its path and query are kept. */
export function mailPayload(secrets: Deps["secrets"], row: Pick<OutboxRow, "id" | "payload_sealed">) {
  const payload = decryptPayload(secrets, row) as Pointer & { url?: string; link?: string };
  const address = payload.url ?? payload.link;
  if (address === undefined || !URL.canParse(address)) return payload;
  const { pathname, search } = new URL(address);
  return { ...payload, path: pathname + search };
}

/** The page on which an assessor answers questions about a booking's report; null without any. */
async function questionsPath(deps: Deps, { id }: BookingRow, assessorId: string) {
  const [visit] = (await visitsOfBooking(deps, id)).toReversed();
  const hasQuestions = (await groupsOf(deps, id, assessorId)).length > 0;
  return visit && hasQuestions ? assessorQuestionsPath(visit.id) : null;
}

/** The page of the assessor's newest visit of a booking that they may still open; null without one. */
async function visitPath(deps: Deps, booking: BookingRow | null, { assessorId, page = "report" }: Pointer) {
  const isActive = (await assessorsById(deps, [assessorId!])).get(assessorId!)?.isActive === true;
  if (!booking || !isActive) return null;
  const questions = page === "report" ? await questionsPath(deps, booking, assessorId!) : null;
  if (questions) return questions;
  for (const { id } of (await visitsOfBooking(deps, booking.id)).toReversed()) {
    if (await findAssessorVisit(deps, id, assessorId!)) return `/assessor/visits/${id}/${page}`;
  }
  return null;
}

/** The address that a mail leads to, as it is now; empty for a mail whose links come with its booking or visit, and for
 * one without links. `skip` says why the mail has no address any more: it would lead to “Page not found”. */
export async function mailAddress(
  deps: Deps,
  topic: MailTopic,
  payload: Pointer,
  booking: BookingRow | null,
): Promise<{ address: string } | { skip: CancelCode }> {
  const at = (path: string) => ({ address: deps.env.APP_ORIGIN + path });
  const { path, deliveryId, contributionId, assessorId, documentId, membershipId, version } = payload;
  switch (topic) {
    case "password-reset":
    case "confirm-email": {
      const token = new URL(path!, deps.env.APP_ORIGIN).searchParams.get("token") ?? "";
      return (await findTokenUser(deps.db, deps, topic, token)) ? at(path!) : { skip: "link-replaced" };
    }
    case "report-ready":
    case "report-reminder":
    case "report-withdrawn": {
      const delivery = await findDelivery(deps, deliveryId!);
      return delivery ? { address: deliveryLink(deps, delivery) } : { skip: "link-ended" };
    }
    case "report-questions-received":
    case "report-questions-closed": {
      const delivery = await findDelivery(deps, deliveryId!);
      return delivery ? { address: `${deliveryLink(deps, delivery)}&to=questions` } : { skip: "link-ended" };
    }
    case "report-questions-passed": {
      const page = booking && (await questionsPath(deps, booking, assessorId!));
      return page === null ? { skip: "visit-changed" } : at(page);
    }
    case "report-comments":
    case "report-returned":
    case "report-read-again":
    case "assessor-virus-found": {
      // A mail that an earlier release queued does not name the assessor.
      const page = assessorId === undefined ? path! : await visitPath(deps, booking, payload);
      return page === null ? { skip: "visit-changed" } : at(page);
    }
    case "invoice-credited": {
      const path = booking && invoicePath(deps.secrets, documentId!, booking.invoice_link_version);
      return path === null ? { skip: "booking-gone" } : at(path);
    }
    case "part-asked":
    case "part-reminder": {
      const asked = await findContribution(deps, contributionId!);
      return asked ? { address: partLink(deps, asked) } : { skip: "link-ended" };
    }
    case "look-again":
      return booking ? at(followUpPath(deps, booking, payload.followUpId!)) : { skip: "booking-gone" };
    case "part-news":
      return { address: booking ? helpLink(deps, booking, contributionId!) : "" };
    case "organisation-invitation": {
      const invitation = await findInvitation(deps, membershipId!);
      if (invitation?.version !== version) return { skip: "link-replaced" };
      return at(invitationPath(deps, invitation!));
    }
    case "invoice-ready":
    case "invoice-reminder":
      return { address: (booking && (await findInvoice(deps, booking.id))?.onlineUrl) ?? "" };
    case "card-payment-failed": {
      const invoice = booking && (await findInvoice(deps, booking.id));
      return { address: invoice && openPence(invoice) > 0 ? (invoice.onlineUrl ?? "") : "" };
    }
    default:
      return path === undefined ? { address: "" } : at(path);
  }
}
