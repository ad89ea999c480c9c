import { data, redirect } from "react-router";
import { requestScope } from "#app/context.ts";
import { requireStaff } from "#app/features/accounts/guards.server.ts";
import { actorOf } from "#app/features/accounts/principal.server.ts";
import { CancelForm } from "#app/features/staff/cancel-form.tsx";
import { changeStatus } from "#app/features/staff/change-status.server.ts";
import { openBookingForChange } from "#app/features/staff/open-booking-file.server.ts";
import { StatusSchema, statusRefusal } from "#app/features/staff/status-schema.ts";
import { bookingNotFoundPage } from "#app/features/booking/guards.server.ts";
import { readForm, refuseForm } from "#app/forms/read-form.server.ts";
import { revalidateAfterConflict } from "#app/forms/revalidate-after-conflict.ts";
import { PageTitle } from "#app/ui/page-title.tsx";
import type { Route } from "./+types/booking-cancel";

export async function loader({ request, params, context }: Route.LoaderArgs) {
  return openBookingForChange(context.get(requestScope), request, params.bookingId);
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const scope = context.get(requestScope);
  const staff = await requireStaff(scope, request);
  const form = await readForm(request, StatusSchema.omit({ status: true }), "The booking was not cancelled.");
  if (!form.ok) return data(form.reply, { status: 400 });
  const { notify, dateAccepted: _, ...change } = form.value;
  const result = await changeStatus(scope.deps, {
    ...change,
    status: "cancelled",
    bookingId: params.bookingId,
    isReferrerTold: notify === "on",
    actor: actorOf(staff),
    requestId: scope.requestId,
  });
  if (result.ok) throw redirect(`/admin/bookings/${params.bookingId}?done=status`);
  if (result.problem === "not-found") throw bookingNotFoundPage();
  const refusal = statusRefusal(result.problem, "cancelled");
  return data(refuseForm(form.form, refusal.summary), { status: refusal.code });
}

export const shouldRevalidate = revalidateAfterConflict;

export default function CancelBookingPage({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <div className="prose">
      <PageTitle
        title={`Cancel booking ${loaderData.booking.bookingReference}`}
        isRefused={Boolean(actionData)}
      />
      <h1>Cancel booking {loaderData.booking.bookingReference}?</h1>
      <p>The booking stays in the list as Cancelled. It can be opened again later, with a reason.</p>
      <CancelForm bookingId={loaderData.booking.id} version={loaderData.version} reply={actionData} />
    </div>
  );
}
