import { data, redirect } from "react-router";
import type { z } from "zod";
import { requireStaff } from "#app/features/accounts/guards.server.ts";
import { bookingNotFoundPage } from "#app/features/booking/guards.server.ts";
import { RESTRICTED } from "#app/features/data-protection/restriction.ts";
import { readForm, refuseForm } from "#app/forms/read-form.server.ts";
import type { Secrets } from "#app/platform/secrets.server.ts";
import { editBooking } from "./edit-booking.server.ts";
import type { EditPlan } from "./edit-plans.server.ts";
import type { BookingRequest } from "./read-booking-file.server.ts";

const CHANGED_SINCE =
  "Somebody else changed this booking meanwhile. Yours is not saved yet: where the two differ, what they saved stands at the field. Save again to keep what you typed.";

type Edit<Schema extends z.ZodType> = {
  schema: Schema;
  planOf: (secrets: Secrets, edit: z.output<Schema>) => EditPlan;
  isRaw?: boolean;
};

/** Saves what a form posts and returns to the booking, or answers 400 or 409 with everything typed. The form carries
 * `version`, and `notify` to tell the referrer. */
export async function answerEdit<Schema extends z.ZodType>(
  { context, request, params: { bookingId } }: BookingRequest,
  { schema, planOf, isRaw = false }: Edit<Schema>,
) {
  const { deps, by } = await requireStaff(context, request);
  const read = await readForm(request, schema, "Please check the details.", { isRaw });
  if (!read.ok) return data(read.reply, { status: 400 });
  const { form, value } = read;
  const result = await editBooking(deps, {
    bookingId,
    version: Number(form.get("version")),
    plan: planOf(deps.secrets, value),
    isReferrerTold: form.get("notify") === "on",
    ...by,
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
