import { SelectField } from "#app/forms/choice-fields.tsx";
import { StepForm } from "#app/forms/step-form.tsx";
import { TextField } from "#app/forms/text-fields.tsx";
import { useStepForm } from "#app/forms/use-step-form.ts";
import { COUNTRIES } from "#app/features/booking/countries.ts";
import type { BookingReadModel } from "#app/features/booking/read-model.ts";
import { EditActions } from "./edit-actions.tsx";

type EditFormProps = { booking: BookingReadModel; version: number; reply: unknown };

const DIAL_CODES = [...new Set(COUNTRIES.map((country) => country.dialCode))].map((dialCode) => ({
  value: dialCode,
  label: `${dialCode} ${COUNTRIES.filter((country) => country.dialCode === dialCode)
    .map((country) => country.name)
    .join(", ")}`,
}));

/** Contact, location and date of a booking, for staff. */
export function EditForm({ booking, version, reply }: EditFormProps) {
  const [form, fields] = useStepForm({
    id: "edit-form",
    reply,
    saved: {
      notify: "on",
      referrerFirstName: booking.referrerFirstName,
      referrerLastName: booking.referrerLastName,
      referrerEmail: booking.referrerEmail,
      referrerCountryCode: booking.referrerCountryCode,
      referrerPhone: booking.referrerPhoneAsTyped,
      referrerOrganisation: booking.referrerOrganisation ?? "",
      assessmentLocation: booking.assessmentLocation ?? "",
      preferredDate: booking.preferredDate ?? "",
    },
  });
  return (
    <StepForm form={form} fields={fields}>
      <TextField field={fields.referrerFirstName!} label="Referrer's first name" autoComplete="off" />
      <TextField field={fields.referrerLastName!} label="Referrer's last name" autoComplete="off" />
      <TextField
        field={fields.referrerEmail!}
        label="Referrer's email"
        hint="A new address gets a fresh link to the booking; links sent to the old one stop working."
        type="email"
        autoComplete="off"
      />
      <SelectField field={fields.referrerCountryCode!} label="Country code" options={DIAL_CODES} />
      <TextField field={fields.referrerPhone!} label="Referrer's phone" type="tel" autoComplete="off" />
      <TextField field={fields.referrerOrganisation!} label="Organisation" isOptional autoComplete="off" />
      <TextField field={fields.assessmentLocation!} label="Location" isOptional autoComplete="off" />
      <TextField field={fields.preferredDate!} label="Date" type="date" isOptional />
      <EditActions bookingId={booking.id} version={version} notifyField={fields.notify!} />
    </StepForm>
  );
}
