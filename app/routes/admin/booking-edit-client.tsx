import { data } from "react-router";
import { requestScope } from "#app/context.ts";
import { requireStaff } from "#app/features/accounts/guards.server.ts";
import { answerEdit } from "#app/features/staff/answer-edit.server.ts";
import { EditClientForm } from "#app/features/staff/edit-client-form.tsx";
import { clientPlan } from "#app/features/staff/edit-plans.server.ts";
import { clientAnswers } from "#app/features/booking/schema.ts";
import { londonDate } from "#app/platform/dates.ts";
import { openBookingForChange } from "#app/features/staff/open-booking-file.server.ts";
import { readForm } from "#app/forms/read-form.server.ts";
import { revalidateAfterConflict } from "#app/forms/revalidate-after-conflict.ts";
import { PageTitle } from "#app/ui/page-title.tsx";
import type { Route } from "./+types/booking-edit-client";

export async function loader({ request, params, context }: Route.LoaderArgs) {
  return openBookingForChange(context.get(requestScope), request, params.bookingId);
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const scope = context.get(requestScope);
  const staff = await requireStaff(scope, request);
  const schema = clientAnswers(londonDate(scope.deps.clock.now()));
  const form = await readForm(request, schema, "Please check the details.", { isRaw: true });
  if (!form.ok) return data(form.reply, { status: 400 });
  const plan = clientPlan(scope.deps.secrets, form.value);
  return answerEdit(scope, { staff, bookingId: params.bookingId, form: form.form, plan });
}

export const shouldRevalidate = revalidateAfterConflict;

export default function EditClientPage({ loaderData, actionData }: Route.ComponentProps) {
  const title = `Client details of booking ${loaderData.booking.bookingReference}`;
  return (
    <div className="stack">
      <PageTitle title={title} isRefused={Boolean(actionData)} />
      <h1>{title}</h1>
      <EditClientForm {...loaderData} reply={actionData} />
    </div>
  );
}
