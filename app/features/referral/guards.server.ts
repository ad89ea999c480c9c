import { data } from "react-router";
import { requestScope } from "#app/context.ts";
import { actorOf } from "#app/features/accounts/session/principal.server.ts";
import { recordStaffView } from "#app/features/audit/record-staff-view.server.ts";
import {
  isBookingNotFoundPage,
  requireBooking,
  type BookingPageArgs,
} from "#app/features/booking/record/guards.server.ts";
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

/** Checks the right to a booking's referral form; no answer is read. Throws and gives headers as `requireBooking`. */
export async function requireReferralSteps({ context, request, params }: BookingPageArgs) {
  const scope = context.get(requestScope);
  const { booking, principal, headers } = await requireBooking(scope.deps, request, params.bookingId);
  const lines = await bookingLines(scope.deps.db, booking.id);
  const assessments = lines.map((line) => ({ id: line.assessment_id, name: line.name }));
  return {
    scope,
    deps: scope.deps,
    booking,
    actor: actorOf(principal),
    headers,
    steps: referralSteps(assessments),
    optional: optionalSteps(assessments),
  };
}

/** Checks the right to a booking's referral form and reads it. Throws and gives headers as `requireBooking`. An
 * unknown step is not found. `viewed` goes into the history when staff read it. */
export async function requireReferral(
  { context, request, params }: BookingPageArgs & { params: { step?: string } },
  viewed?: "referral.viewed" | "referral.printed",
) {
  const { deps, requestId } = context.get(requestScope);
  const { booking, principal, headers } = await requireBooking(deps, request, params.bookingId);
  const actor = actorOf(principal);
  const referral = await readReferral(deps, booking);
  const papers = await papersProgress(deps.db, booking.id);
  const optional = referral.optional.map((step) =>
    step.kind === "documents" ? { ...step, progress: papers } : step,
  );
  const staffHref = actor.kind === "staff" ? `/admin/bookings/${booking.id}` : null;
  const shown = { ...referral, optional, booking: { ...referral.booking, staffHref } };
  if (params.step !== undefined) stepOf(shown, params.step);
  if (viewed) await recordStaffView(deps, { actor, requestId }, viewed, ["booking", booking.id]);
  return { deps, booking, actor, referral: shown, headers };
}

type Steps<Step> = { steps: readonly Step[]; optional: readonly Step[] };

/** The step of an address; throws 404 for none. */
export function stepOf<Step extends { slug: string }>({ steps, optional }: Steps<Step>, slug: string): Step {
  const step = [...steps, ...optional].find((candidate) => candidate.slug === slug);
  if (!step) throw data(null, { status: 404 });
  return step;
}

type StepArgs = BookingPageArgs & { params: { step: string } };

/** Like `requireReferralSteps`, with the step of the address. */
export async function requireStepToSave(args: StepArgs) {
  const granted = await requireReferralSteps(args);
  return { ...granted, step: stepOf(granted, args.params.step) };
}

const KEPT =
  "Perhaps your sign-in has ended, or a newer link was sent. What you typed is kept on this page: sign in, or open the newest link from your email, in another tab. Then come back and press the button.";

/** Like `requireStepToSave`, with the posted form. When the right is refused, the error page keeps what was typed. */
export async function requirePostedStep(args: StepArgs) {
  const form = await args.request.formData();
  const granted = await requireStepToSave(args).catch((refusal: unknown) => {
    if (!isBookingNotFoundPage(refusal)) throw refusal;
    const fields = [...form].filter(([, value]) => typeof value === "string");
    throw data({ ...refusal.data, resend: { fields, advice: KEPT } }, { status: 404 });
  });
  return { ...granted, form };
}
