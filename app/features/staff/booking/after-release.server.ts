import type { Deps } from "#app/deps.server.ts";
import type { ActedByRequest } from "#app/features/audit/record-audit.server.ts";
import { accountState, issueNextInvoice } from "#app/features/billing/own/issue.server.ts";
import { readAccount } from "#app/features/billing/own/read-account.server.ts";
import { makerNow } from "#app/features/billing/makers.server.ts";
import type { Inside } from "#app/features/booking/record/change-booking.server.ts";
import { findBooking } from "#app/features/booking/record/find-booking.server.ts";
import { readStage } from "#app/features/stage/read-stages.server.ts";
import { reportsOfBooking } from "#app/features/report/report-rows.server.ts";
import { closeAnswered } from "#app/features/report-writing/questions/decide-questions.server.ts";
import { changeStatus } from "./change-status.server.ts";

/** True where nothing of the booking is left to do but to complete it, once `versions` reports are no longer in
 * review. */
async function isAllDone(deps: Deps, bookingId: string, versions: number): Promise<boolean> {
  const { facts } = await readStage(deps, bookingId);
  const waiting = (await reportsOfBooking(deps, bookingId)).filter(({ state }) => state === "in-review");
  const isOpen =
    facts.isCompleted || facts.isCancelled || facts.isErased || facts.hasVisitToCome || facts.isAsked;
  const isAskedFor = facts.asksToCancel || facts.asksForDate || facts.hasUnreadNote || facts.isUnsafe;
  return !isOpen && !isAskedFor && !facts.lacksOutcome && !facts.isOnHold && waiting.length === versions;
}

/** Whether the release of the one report in review leaves nothing to do but to complete the booking. */
export const mayComplete = (deps: Deps, bookingId: string) => isAllDone(deps, bookingId, 1);

/** Follows the release of a report, in its transaction: questions that it answers are closed, the booking is completed
 * where that was asked and nothing is left to do, and invoiced where Settings say so. */
export async function afterRelease(
  inside: Inside,
  bookingId: string,
  { isCompleted, ...by }: ActedByRequest & { isCompleted: boolean },
): Promise<void> {
  await closeAnswered(inside, bookingId, by);
  const booking = await findBooking(inside.db, bookingId);
  if (booking && isCompleted && (await isAllDone(inside, bookingId, 0)))
    await changeStatus(inside, {
      ...by,
      bookingId,
      version: booking.version,
      status: "completed",
      reason: "",
      note: "",
      isReferrerTold: true,
    });
  const { isMadeAtRelease } = inside.settings.current().invoices;
  const current = await findBooking(inside.db, bookingId);
  if (!current || !isMadeAtRelease || makerNow(inside) !== "own") return;
  const seen = accountState(current, await readAccount(inside, current));
  await issueNextInvoice(inside, { ...by, bookingId, seen, isWhole: true });
}
