import { data } from "react-router";
import type { RequestScope } from "#app/context.ts";
import { actorOf } from "#app/features/accounts/session/principal.server.ts";
import { recordStaffView } from "#app/features/audit/record-staff-view.server.ts";
import { isBookingNotFoundPage, requireBooking } from "#app/features/booking/record/guards.server.ts";
import { bookingLines } from "#app/features/booking/record/queries.server.ts";
import { optionalSteps, referralSteps } from "./journey.ts";
import type { Progress } from "#app/kit/sections/fields.ts";
import { readReferral } from "./queries.server.ts";
import type { Executor } from "#app/platform/database.server.ts";

/** Whether the referrer of a booking has sent papers: `in-progress` while they are on their way by post only. */
async function papersProgress(executor: Executor, bookingId: string): Promise<Progress> {
  const sent = await executor
    .selectFrom("documents")
    .select("id")
    .where("booking_id", "=", bookingId)
    .where("purpose", "=", "paper")
    .where("scan", "!=", "infected")
    .where("uploaded_by_kind", "in", ["visitor", "customer"])
    .limit(1)
    .executeTakeFirst();
  if (sent) return "complete";
  const byPost = await executor
    .selectFrom("papers_by_post")
    .select("kind")
    .where("booking_id", "=", bookingId)
    .limit(1)
    .executeTakeFirst();
  return byPost ? "in-progress" : "not-started";
}

type Scope = Pick<RequestScope, "deps" | "requestId">;

/** Checks the right to a booking's referral form; no answer is read. Throws and gives headers as `requireBooking`. */
export async function requireReferralSteps({ deps }: Scope, request: Request, bookingId: string) {
  const { booking, principal, headers } = await requireBooking(deps, request, bookingId);
  const lines = await bookingLines(deps.db, booking.id);
  const assessments = lines.map((line) => ({ id: line.assessment_id, name: line.name }));
  return {
    booking,
    actor: actorOf(principal),
    steps: referralSteps(assessments),
    optional: optionalSteps(assessments),
    headers,
  };
}

/** Checks the right to a booking's referral form and reads it. Throws and gives headers as `requireBooking`. */
export async function requireReferral({ deps }: Scope, request: Request, bookingId: string) {
  const { booking, principal, headers } = await requireBooking(deps, request, bookingId);
  const actor = actorOf(principal);
  const referral = await readReferral(deps, booking);
  const papers = await papersProgress(deps.db, booking.id);
  const optional = referral.optional.map((step) =>
    step.kind === "documents" ? { ...step, progress: papers } : step,
  );
  const staffHref = actor.kind === "staff" ? `/admin/bookings/${booking.id}` : null;
  const shown = { ...referral, optional, booking: { ...referral.booking, staffHref } };
  return { booking, actor, referral: shown, headers };
}

export async function recordReferralView(
  { deps, requestId }: Scope,
  { booking, actor }: Pick<Awaited<ReturnType<typeof requireReferral>>, "booking" | "actor">,
  action: "referral.viewed" | "referral.printed",
): Promise<void> {
  await recordStaffView(deps, { actor, requestId }, action, ["booking", booking.id]);
}

export async function requireReferralStep(
  scope: Scope,
  request: Request,
  { bookingId, step: slug }: { bookingId: string; step: string },
) {
  const granted = await requireReferral(scope, request, bookingId);
  return { ...granted, step: stepOf(granted.referral, slug) };
}

type Steps<Step> = { steps: readonly Step[]; optional: readonly Step[] };

function stepOf<Step extends { slug: string }>({ steps, optional }: Steps<Step>, slug: string): Step {
  const step = [...steps, ...optional].find((candidate) => candidate.slug === slug);
  if (!step) throw data(null, { status: 404 });
  return step;
}

/** Like `requireReferralSteps`, with the step of the address. */
export async function requireStepToSave(
  scope: Scope,
  request: Request,
  { bookingId, step: slug }: { bookingId: string; step: string },
) {
  const granted = await requireReferralSteps(scope, request, bookingId);
  return { ...granted, step: stepOf(granted, slug) };
}

const KEPT =
  "Perhaps your sign-in has ended, or a newer link was sent. What you typed is kept on this page: sign in, or open the newest link from your email, in another tab. Then come back and press the button.";

/** Like `requireStepToSave`, with the posted form. When the right is refused, the error page keeps what was typed. */
export async function requirePostedStep(
  scope: Scope,
  request: Request,
  params: { bookingId: string; step: string },
) {
  const form = await request.formData();
  const granted = await requireStepToSave(scope, request, params).catch((refusal: unknown) => {
    if (!isBookingNotFoundPage(refusal)) throw refusal;
    const fields = [...form].filter(([, value]) => typeof value === "string");
    throw data({ ...refusal.data, resend: { fields, advice: KEPT } }, { status: 404 });
  });
  return { ...granted, form };
}
