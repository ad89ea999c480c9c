import { StepForm } from "#app/forms/step-form.tsx";
import { useStepForm } from "#app/forms/use-step-form.ts";
import type { BookingReadModel } from "#app/features/booking/read-model.ts";
import type { ClientForm } from "#app/features/booking/schema.ts";
import { ClientFields } from "#app/features/wizard/client-fields.tsx";
import { editValues } from "./edit-values.ts";
import { EditActions, type EditNotice } from "./edit-actions.tsx";

type EditFormProps = { booking: BookingReadModel; version: number; reply: unknown };

export function EditClientForm({ booking, version, reply }: EditFormProps) {
  const form = useStepForm<ClientForm & EditNotice>({
    id: "edit-form",
    reply,
    saved: editValues(booking),
  });
  return (
    <StepForm form={form}>
      <p className="hint mb-4">
        What was filled in and saved in the referral forms is not changed by this: it stands before what the
        booking says.
      </p>
      <ClientFields form={form} />
      <EditActions bookingId={booking.id} version={version} form={form} />
    </StepForm>
  );
}
