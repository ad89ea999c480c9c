import { data, redirect } from "react-router";
import { requestScope } from "#app/context.ts";
import { requireStaff } from "#app/features/accounts/guards.server.ts";
import { actorOf } from "#app/features/accounts/principal.server.ts";
import { editBooking, savedMeanwhile } from "#app/features/booking/desk/edit-booking.server.ts";
import { EditForm } from "#app/features/booking/desk/edit-form.tsx";
import { BookingEdit } from "#app/features/booking/desk/edit-schema.ts";
import { openBookingFile } from "#app/features/booking/desk/open-booking-file.server.ts";
import { bookingNotFoundPage } from "#app/features/booking/guards.server.ts";
import { RESTRICTED } from "#app/features/privacy/restriction.ts";
import { readForm, refuseForm } from "#app/forms/read-form.server.ts";
import { revalidateAfterConflict } from "#app/forms/revalidate-after-conflict.ts";
import { PageTitle } from "#app/ui/page-title.tsx";
import type { Route } from "./+types/booking-edit";

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const scope = context.get(requestScope);
  const staff = await requireStaff(scope, request);
  const file = await openBookingFile(scope, staff, params.bookingId);
  return { booking: file.booking, version: file.version };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const scope = context.get(requestScope);
  const staff = await requireStaff(scope, request);
  const form = await readForm(request, BookingEdit, "Please check the details.");
  if (!form.ok) return data(form.reply, { status: 400 });
  const version = Number(form.form.get("version"));
  const result = await editBooking(scope.deps, params.bookingId, version, form.value, {
    actor: actorOf(staff),
    requestId: scope.requestId,
  });
  if (result.ok) {
    const done = result.changedFields.length > 0 ? "edited" : "unchanged";
    throw redirect(`/admin/bookings/${params.bookingId}?done=${done}`);
  }
  if (result.problem === "restricted") return data(refuseForm(form.form, RESTRICTED), { status: 409 });
  if (result.problem === "not-found") throw bookingNotFoundPage();
  const summary =
    "Somebody else changed this booking meanwhile. Yours is not saved yet: where the two differ, what they saved stands at the field. Save again to keep what you typed.";
  return data(refuseForm(form.form, summary, savedMeanwhile(result.booking, form.value)), { status: 409 });
}

export const meta = () => [];

export const shouldRevalidate = revalidateAfterConflict;

export default function EditBookingPage({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <div className="stack">
      <PageTitle
        title={`Edit booking ${loaderData.booking.bookingReference}`}
        isRefused={Boolean(actionData)}
      />
      <h1>Edit booking {loaderData.booking.bookingReference}</h1>
      <EditForm key={loaderData.version} {...loaderData} reply={actionData} />
    </div>
  );
}
