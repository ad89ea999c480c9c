import { data, redirect } from "react-router";
import type { RequestScope } from "#app/context.ts";
import { actorOf, type Principal } from "#app/features/accounts/principal.server.ts";
import { bookingNotFoundPage } from "#app/features/booking/guards.server.ts";
import { RESTRICTED } from "#app/features/data-protection/restriction.ts";
import { refuseForm } from "#app/forms/read-form.server.ts";
import { editBooking } from "./edit-booking.server.ts";
import type { EditPlan } from "./edit-plans.server.ts";

const CHANGED_SINCE =
  "Somebody else changed this booking meanwhile. Yours is not saved yet: where the two differ, what they saved stands at the field. Save again to keep what you typed.";

/** Saves a valid edit and returns to the booking, or answers 409 with everything typed. The form carries `version`, and
 * `notify` to tell the referrer. */
export async function answerEdit(
  { deps, requestId }: RequestScope,
  { staff, bookingId, form, plan }: { staff: Principal; bookingId: string; form: FormData; plan: EditPlan },
) {
  const result = await editBooking(deps, {
    bookingId,
    version: Number(form.get("version")),
    plan,
    isReferrerTold: form.get("notify") === "on",
    actor: actorOf(staff),
    requestId,
  });
  if (result.ok) {
    const done = result.changedFields.length > 0 ? "edited" : "unchanged";
    throw redirect(`/admin/bookings/${bookingId}?done=${done}`);
  }
  if (result.problem === "not-found") throw bookingNotFoundPage();
  const isRestricted = result.problem === "restricted";
  const reply = isRestricted
    ? refuseForm(form, RESTRICTED)
    : refuseForm(form, CHANGED_SINCE, result.savedMeanwhile);
  return data(reply, { status: 409 });
}
