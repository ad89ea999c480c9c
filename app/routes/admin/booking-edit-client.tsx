import { answerEdit } from "#app/features/staff/booking/edit-booking.server.ts";
import { clientPlan } from "#app/features/staff/booking/edit-plans.server.ts";
import { clientAnswers, type ClientForm } from "#app/features/booking/fields/schema.ts";
import { once } from "#app/platform/http/once.server.ts";
import type { Route } from "./+types/booking-edit-client";
import { ClientFields } from "#app/features/before-booking/wizard/client-fields.tsx";
import { EditPage, useEditForm } from "#app/features/staff/booking/edit-form.tsx";

export { openBookingForEdit as loader } from "#app/features/staff/booking/read-booking-file.server.ts";

export const action = once(async (args: Route.ActionArgs) => {
  return answerEdit(args, { schema: clientAnswers, planOf: clientPlan, isRaw: true });
});

export { revalidateAfterConflict as shouldRevalidate } from "#app/forms/revalidate-after-conflict.ts";

export default function EditClientPage({ loaderData }: Route.ComponentProps) {
  const form = useEditForm<ClientForm>(loaderData.booking);
  return (
    <EditPage {...loaderData} title="Client details of booking" form={form}>
      <p className="hint mb-4">
        This does not change saved referral forms. Their answers take precedence over these details.
      </p>
      <ClientFields form={form} />
    </EditPage>
  );
}
