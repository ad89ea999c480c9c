import { data, redirect } from "react-router";
import { requireStaff } from "#app/features/accounts/sign-in/guards.server.ts";
import { changeStatus } from "#app/features/staff/booking/change-status.server.ts";
import { StatusSchema, statusRefusal, type StatusChange } from "#app/features/staff/booking/booking-forms.ts";
import { bookingNotFoundPage } from "#app/features/booking/record/guards.server.ts";
import { readForm, refuseForm } from "#app/forms/read-form.server.ts";
import { Page } from "#app/ui/page.tsx";
import { once } from "#app/platform/http/once.server.ts";
import type { Route } from "./+types/booking-cancel";
import { StepForm } from "#app/forms/step-form.tsx";
import { useStepForm } from "#app/forms/use-step-form.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { ChangeFields } from "#app/features/staff/booking/booking-actions.tsx";
import { VersionField } from "#app/forms/version-field.tsx";

export { openBookingForChange as loader } from "#app/features/staff/booking/read-booking-file.server.ts";

export const action = once(async ({ request, params, context }: Route.ActionArgs) => {
  const { deps, by } = await requireStaff(context, request);
  const form = await readForm(request, StatusSchema.omit({ status: true }), "The booking was not cancelled.");
  if (!form.ok) return data(form.reply, { status: 400 });
  const { notify, version, reason, note } = form.value;
  const result = await changeStatus(deps, {
    ...{ version, reason, note },
    status: "cancelled",
    bookingId: params.bookingId,
    isReferrerTold: notify === "on",
    ...by,
  });
  if (result.ok) throw redirect(`/admin/bookings/${params.bookingId}?done=status`);
  if (result.problem === "not-found") throw bookingNotFoundPage();
  if (result.problem === "changed-since") form.form.delete("version");
  const refusal = statusRefusal(result, "cancelled");
  return data(refuseForm(form.form, refusal.summary), { status: refusal.code });
});

export { revalidateAfterConflict as shouldRevalidate } from "#app/forms/revalidate-after-conflict.ts";

export default function CancelBookingPage({ loaderData }: Route.ComponentProps) {
  const { booking, version, isErased } = loaderData;
  const title = `Cancel booking ${booking.bookingReference}`;
  const form = useStepForm<StatusChange>({ id: "cancel-form", saved: { notify: "on" } });
  return (
    <Page className="prose" title={title} heading={`${title}?`}>
      <p>The booking stays in the list as Cancelled. It can be opened again later, with a reason.</p>
      <StepForm form={form}>
        <VersionField form={form} version={version} />
        <ChangeFields form={form} isReasonOptional isErased={isErased} />
        <div className="actions">
          <Button look="danger">Cancel booking</Button>
          <ButtonLink look="quiet" to={`/admin/bookings/${booking.id}`}>
            Keep it
          </ButtonLink>
        </div>
      </StepForm>
    </Page>
  );
}
