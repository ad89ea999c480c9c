import { data, redirect } from "react-router";
import type { Deps } from "#app/deps.server.ts";
import { requireStaff, type SignedInRequest } from "#app/features/accounts/sign-in/guards.server.ts";
import { findBooking } from "#app/features/booking/record/find-booking.server.ts";
import { bookingNotFoundPage } from "#app/features/booking/record/guards.server.ts";
import type { BookingPageArgs } from "#app/features/booking/record/guards.server.ts";
import type { VisitProblem, VisitResult } from "#app/features/visits/agree/change-visit.server.ts";
import { inOneLine } from "#app/features/visits/record/fit.ts";
import { visitRefusal } from "#app/features/visits/agree/refusals.ts";
import type { FreeList } from "#app/features/visits/plan/who-is-free.server.ts";
import { intentOf } from "#app/forms/intent.ts";
import { refuseForm, type FormReply, type Messages } from "#app/forms/read-form.server.ts";

/** The answer of a page about a visit: the list of assessors for the plan that was typed, null for no plan; whether the
 * visit overlaps another, and whether its time is past. */
export type VisitReply = FormReply & { list?: FreeList | null; isOverlap?: boolean; isPast?: boolean };

export type Posted = {
  deps: Deps;
  by: SignedInRequest["by"];
  bookingId: string;
  form: FormData;
  isAdministrator: boolean;
};

export async function readPosted({ context, request, params }: BookingPageArgs): Promise<Posted> {
  const { deps, by, user } = await requireStaff(context, request);
  const isAdministrator = user.roleId === "administrator";
  return { deps, by, isAdministrator, bookingId: params.bookingId, form: await request.formData() };
}

/** The booking that a form is about, for what its answer shows. Throws the not-found page. */
export async function bookingOf({ deps, bookingId }: Posted) {
  const row = await findBooking(deps.db, bookingId);
  if (!row) throw bookingNotFoundPage();
  return row;
}

type Extra = Omit<VisitReply, keyof FormReply>;

export function refuse(
  { form }: Posted,
  code: 400 | 409,
  refused: { summary: string; errors?: Messages } & Extra,
) {
  const { summary, errors, ...extra } = refused;
  const reply: VisitReply = { ...refuseForm(form, summary, errors), ...extra };
  return data(reply, { status: code });
}

/** Signs against an assessor that came up after the list was shown that `seen` names, in words; null for nothing,
 * and where more than a sign speaks against them. */
export function unseenSigns(list: FreeList | undefined, assessorId: string, seen: unknown): string | null {
  const { blocks = [], warnings = [] } = list?.candidates.find(({ id }) => id === assessorId)?.fit ?? {};
  return blocks.length === 0 && warnings.length > 0 && list?.forPlan !== seen ? inOneLine(warnings) : null;
}

const NO_REASON = "Say why it is booked although it overlaps.";

/** The Administrator's reason for an overlap, when the form asks for it; a refusal without one. Throws
 * 403 for others. */
export function overruledBy(posted: Posted, reason: string) {
  if (intentOf(posted.form) !== "overrule") return { overruled: null };
  if (!posted.isAdministrator) throw data(null, { status: 403 });
  if (reason !== "") return { overruled: { reason } };
  const errors = { overruleReason: [NO_REASON] };
  return { refused: refuse(posted, 400, { summary: NO_REASON, errors, isOverlap: true }) };
}

/** The field that a refusal is about. */
const FIELD_OF: Partial<Record<Refused["problem"], string>> = {
  past: "start",
  "early-start": "startRequested",
  "date-requested": "answerRequest",
};

type Refused = Exclude<VisitProblem, { problem: "not-found" }>;

type Settled = {
  /** The time that fell free: the day and hour before a move, or the id of the assessor before a reassignment. */
  freed?: { day: string; start: string } | { former: string } | undefined;
  done: string;
  assessorField: string;
  list?: FreeList | undefined;
};

/** Answers what became of a change: leads to the booking, or says why not. */
export function settle(posted: Posted, result: VisitResult, { done, assessorField, list, freed }: Settled) {
  const { bookingId } = posted;
  if (result.ok) throw redirect(`/admin/bookings/${bookingId}?${new URLSearchParams({ done, ...freed })}`);
  if (result.problem === "not-found") throw bookingNotFoundPage();
  return refuseVisit(posted, result, { assessorField, list });
}

/** Says why a visit was refused, at the field that it is about. */
export function refuseVisit(
  posted: Posted,
  result: Refused,
  { assessorField = "", list }: Partial<Pick<Settled, "assessorField" | "list">>,
) {
  const { form, isAdministrator } = posted;
  // The page loads again and shows what changed, so its form gets the new version.
  if (result.problem === "changed-since") form.delete("version");
  const summary = visitRefusal(result, { mayOverrule: isAdministrator });
  const isOverlap = result.problem === "overlap";
  const isAboutAssessor = isOverlap || result.problem === "barred" || result.problem === "unknown-assessor";
  const field = isAboutAssessor ? assessorField : FIELD_OF[result.problem];
  const message = "reason" in result ? `${result.reason}.` : summary;
  return refuse(posted, result.problem === "past" ? 400 : 409, {
    summary,
    ...(field ? { errors: { [field]: [message] } } : {}),
    ...(list ? { list } : {}),
    isOverlap,
  });
}
