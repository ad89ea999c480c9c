import { data } from "react-router";
import type { RequestScope } from "#app/context.ts";
import { actorOf } from "#app/features/accounts/principal.server.ts";
import { recordAudit, type Actor } from "#app/features/audit/record-audit.server.ts";
import { grantBooking, requireBooking } from "#app/features/booking/guards.server.ts";
import type { BookingRow } from "#app/platform/tables.ts";
import type { TaskStep } from "./progress.ts";
import { openReferral, type ReferralView } from "./queries.server.ts";

type Scope = Pick<RequestScope, "deps" | "requestId">;

/** A referral form that the caller may read and write. */
export type OpenedReferral = {
  booking: BookingRow;
  actor: Actor;
  referral: ReferralView;
  /** Lets this browser go on without the token, when the token opened it (DESIGN decision 16). */
  headers: { "Set-Cookie"?: string };
};

/** Proves the right to a booking's referral form and reads it. Throws the Booking Not Found page. */
export async function requireReferral(
  { deps }: Scope,
  request: Request,
  bookingId: string,
): Promise<OpenedReferral> {
  const { booking, principal, by } = await requireBooking(deps, request, bookingId);
  return {
    booking,
    actor: actorOf(principal),
    referral: await openReferral(deps, booking),
    headers: by === "token" ? { "Set-Cookie": await grantBooking(deps, request, booking) } : {},
  };
}

/** As `requireReferral`, with the step of this slug. A step that the booking does not have is the 404 page. */
export async function requireReferralStep(
  scope: Scope,
  request: Request,
  { bookingId, step: slug }: { bookingId: string; step: string },
): Promise<OpenedReferral & { step: TaskStep }> {
  const opened = await requireReferral(scope, request, bookingId);
  const step = opened.referral.steps.find((candidate) => candidate.slug === slug);
  if (!step) throw data(null, { status: 404 });
  return { ...opened, step };
}

/** Notes that staff opened or printed a referral form (DESIGN decision 31); others leave no note. */
export async function noteStaffView(
  { deps, requestId }: Scope,
  { booking, actor }: Pick<OpenedReferral, "booking" | "actor">,
  action: "referral.viewed" | "referral.printed",
): Promise<void> {
  if (actor.kind !== "staff") return;
  await recordAudit(deps.db, deps, {
    actor,
    action,
    subject: { kind: "booking", id: booking.id },
    requestId,
  });
}
