import { data } from "react-router";
import type { RequestScope } from "#app/context.ts";
import { actorOf, findPrincipal } from "#app/features/accounts/session/principal.server.ts";
import type { ActedByRequest } from "#app/features/audit/record-audit.server.ts";
import { recordStaffView } from "#app/features/audit/record-staff-view.server.ts";
import { isErased, staffRefusal } from "#app/features/booking/record/erase-booking.server.ts";
import { findBooking } from "#app/features/booking/record/find-booking.server.ts";
import { isOpenToAssessor } from "#app/features/visits/record/assessors-visit.server.ts";
import type { Executor } from "#app/platform/database.server.ts";
import { findDocument } from "./document-rows.server.ts";
import { nameOfDocument } from "./kinds.ts";

/** True while an assessor is to answer questions about a report of the booking: also one who has no visit of it. */
async function isAnswering(executor: Executor, bookingId: string, assessorId: string): Promise<boolean> {
  const row = await executor
    .selectFrom("report_questions")
    .innerJoin("report_deliveries", "report_deliveries.id", "report_questions.delivery_id")
    .innerJoin("reports", "reports.id", "report_deliveries.report_id")
    .select("report_questions.id")
    .where("report_questions.state", "=", "passed")
    .where("report_questions.passed_to", "=", assessorId)
    .where("reports.booking_id", "=", bookingId)
    .executeTakeFirst();
  return row !== undefined;
}

const notFound = () => data(null, { status: 404 });

/** Checks the right to open a document, and records that it was opened: staff, and the assessor who has a visit of its
 * booking, or questions about its report, unless it is for staff alone. Everybody else gets 404, as for one that is not
 * there; 409 says that it may not be opened now. */
export async function requireDocument(scope: RequestScope, request: Request, documentId: string) {
  const { deps, requestId } = scope;
  const principal = await findPrincipal(deps, request);
  if (principal.kind !== "staff" && principal.kind !== "assessor") throw notFound();
  const document = await findDocument(deps, documentId);
  // Receipts are for those who may handle money.
  if (document?.purpose === "receipt" && principal.kind === "staff" && !principal.handlesMoney)
    throw notFound();
  const booking = document && (await findBooking(deps.db, document.booking_id));
  if (!document || !booking || isErased(booking)) throw notFound();
  const by: ActedByRequest = { actor: actorOf(principal), requestId };
  if (principal.kind === "assessor") {
    const isOwn = document.uploaded_by_id === principal.userId;
    const isConcerned =
      (await isOpenToAssessor(deps, booking.id, principal.userId)) ||
      (await isAnswering(deps.db, booking.id, principal.userId));
    if (!isConcerned || (document.visible_to === "staff-only" && !isOwn)) throw notFound();
  }
  const refusal = await staffRefusal(deps.db, booking);
  if (refusal) throw data(refusal, { status: 409 });
  if (document.scan === "infected" || document.scan === "waiting") throw notFound();
  const note = nameOfDocument(document);
  await recordStaffView(deps, by, "document.opened", ["booking", booking.id], note);
  return document;
}
