import { BillingEdit, billingPlan } from "#app/features/staff/booking/billing-edit.server.ts";
import { BillingFields } from "#app/features/staff/booking/billing-fields.tsx";
import { answerEdit } from "#app/features/staff/booking/edit-booking.server.ts";
import { EditPage, useEditForm } from "#app/features/staff/booking/edit-form.tsx";
import { once } from "#app/platform/http/once.server.ts";
import type { Route } from "./+types/booking-edit-billing";

export { openBookingForEdit as loader } from "#app/features/staff/booking/read-booking-file.server.ts";

export const action = once(async (args: Route.ActionArgs) => {
  return answerEdit(args, { schema: BillingEdit, planOf: billingPlan, isRaw: true });
});

export { revalidateAfterConflict as shouldRevalidate } from "#app/forms/revalidate-after-conflict.ts";

export default function EditBillingPage({ loaderData }: Route.ComponentProps) {
  const form = useEditForm<BillingEdit>(loaderData.booking);
  return (
    <EditPage {...loaderData} title="Edit billing details" form={form}>
      <BillingFields form={form} isOwn={false} />
    </EditPage>
  );
}
