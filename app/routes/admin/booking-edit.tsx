import { data } from "react-router";
import { requestScope } from "#app/context.ts";
import { requireStaff } from "#app/features/accounts/guards.server.ts";
import { answerEdit } from "#app/features/staff/answer-edit.server.ts";
import { EditForm } from "#app/features/staff/edit-form.tsx";
import { contactPlan } from "#app/features/staff/edit-plans.server.ts";
import { BookingEdit } from "#app/features/staff/edit-schema.ts";
import { openBookingForChange } from "#app/features/staff/open-booking-file.server.ts";
import { readForm } from "#app/forms/read-form.server.ts";
import { revalidateAfterConflict } from "#app/forms/revalidate-after-conflict.ts";
import { PageTitle } from "#app/ui/page-title.tsx";
import type { Route } from "./+types/booking-edit";

export async function loader({ request, params, context }: Route.LoaderArgs) {
  return openBookingForChange(context.get(requestScope), request, params.bookingId);
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const scope = context.get(requestScope);
  const staff = await requireStaff(scope, request);
  const form = await readForm(request, BookingEdit, "Please check the details.");
  if (!form.ok) return data(form.reply, { status: 400 });
  const plan = contactPlan(scope.deps.secrets, form.value);
  return answerEdit(scope, { staff, bookingId: params.bookingId, form: form.form, plan });
}

export const shouldRevalidate = revalidateAfterConflict;

export default function EditBookingPage({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <div className="stack">
      <PageTitle
        title={`Edit booking ${loaderData.booking.bookingReference}`}
        isRefused={Boolean(actionData)}
      />
      <h1>Edit booking {loaderData.booking.bookingReference}</h1>
      <EditForm {...loaderData} reply={actionData} />
    </div>
  );
}
