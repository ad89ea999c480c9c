import { requireStaff } from "#app/features/accounts/sign-in/guards.server.ts";
import { answerBookingPage } from "#app/features/staff/booking/answer-booking-page.server.ts";
import type { StatusChange } from "#app/features/staff/booking/booking-forms.ts";
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
  const form = await request.formData();
  form.set("intent", "cancel");
  return answerBookingPage({ deps, by, form, bookingId: params.bookingId });
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
