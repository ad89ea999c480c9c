import { SelectField } from "#app/forms/choice-fields.tsx";
import { StepForm } from "#app/forms/step-form.tsx";
import { TextField } from "#app/forms/text-fields.tsx";
import { fieldOf, useStepForm } from "#app/forms/use-step-form.ts";
import { COUNTRIES } from "#app/features/contact-details/countries.ts";
import type { BookingReadModel } from "#app/features/booking/read-model.ts";
import { editValues } from "./edit-values.ts";
import { EditActions, type EditNotice } from "./edit-actions.tsx";
import type { BookingEdit } from "./edit-schema.ts";

type EditFormProps = { booking: BookingReadModel; version: number; reply: unknown };

const DIAL_CODES = [...new Set(COUNTRIES.map((country) => country.dialCode))].map((dialCode) => ({
  value: dialCode,
  label: `${dialCode} ${COUNTRIES.filter((country) => country.dialCode === dialCode)
    .map((country) => country.name)
    .join(", ")}`,
}));

export function EditForm({ booking, version, reply }: EditFormProps) {
  const form = useStepForm<BookingEdit & EditNotice>({
    id: "edit-form",
    reply,
    saved: editValues(booking),
  });
  return (
    <StepForm form={form}>
      <TextField
        field={fieldOf(form, "referrerFirstName")}
        label="Referrer's first name"
        autoComplete="off"
      />
      <TextField field={fieldOf(form, "referrerLastName")} label="Referrer's last name" autoComplete="off" />
      <TextField
        field={fieldOf(form, "referrerEmail")}
        label="Referrer's email"
        hint="A new address gets a fresh link to the booking; links sent to the old one stop working."
        type="email"
        autoComplete="off"
      />
      <SelectField field={fieldOf(form, "referrerCountryCode")} label="Country code" options={DIAL_CODES} />
      <TextField
        field={fieldOf(form, "referrerPhone")}
        label="Referrer's phone"
        type="tel"
        autoComplete="off"
      />
      <TextField
        field={fieldOf(form, "referrerOrganisation")}
        label="Organisation"
        isOptional
        autoComplete="off"
      />
      <TextField field={fieldOf(form, "assessmentLocation")} label="Location" isOptional autoComplete="off" />
      <TextField field={fieldOf(form, "preferredDate")} label="Date" type="date" isOptional />
      <EditActions bookingId={booking.id} version={version} form={form} />
    </StepForm>
  );
}
