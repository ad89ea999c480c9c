import type { Deps } from "#app/deps.server.ts";
import { assessorsById } from "#app/features/assessors/assessors.server.ts";
import { enqueueMail } from "#app/features/outbox/enqueue-mail.server.ts";
import { visitsOfBooking } from "#app/features/visits/record/find-visits.server.ts";
import { upcomingVisit } from "#app/features/visits/record/stage.ts";
import { londonDate } from "#app/platform/dates.ts";
import type { DocumentRow } from "./tables.ts";

/** Others come in this time, and staff can cancel the mail. */
const WAIT_MINUTES = 15;

/** Queues a mail to the assessor of the visit to come about a paper for assessors: one a day (London) for any number of
 * papers. Nobody is told of their own papers. */
export async function tellAssessor(
  deps: Deps,
  paper: Pick<DocumentRow, "booking_id" | "visible_to" | "uploaded_by_id">,
): Promise<void> {
  if (paper.visible_to === "staff-only") return;
  const now = deps.clock.now();
  const visit = upcomingVisit(await visitsOfBooking(deps, paper.booking_id), now);
  if (!visit || visit.assessor_id === paper.uploaded_by_id) return;
  const { id: visitId, assessor_id: assessorId } = visit;
  const assessor = (await assessorsById(deps, [assessorId])).get(assessorId);
  if (!assessor) return;
  await enqueueMail(deps, {
    topic: "assessor-visit-papers",
    to: assessor.email,
    bookingId: paper.booking_id,
    dedupeKey: `assessor-visit-papers:${visitId}:${assessorId}:${londonDate(now)}`,
    payload: { visitId, assessorId },
    notBefore: new Date(now.getTime() + WAIT_MINUTES * 60_000).toISOString(),
  });
}
