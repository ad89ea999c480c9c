import { answerEdit } from "#app/features/staff/booking/edit-booking.server.ts";
import { contactPlan, BookingEdit } from "#app/features/staff/booking/edit-plans.server.ts";
import { once } from "#app/platform/http/once.server.ts";
import type { Route } from "./+types/booking-edit";
import { SelectField } from "#app/forms/choice-fields.tsx";
import { TextField } from "#app/forms/text-fields.tsx";
import { useLiveForm } from "#app/forms/use-live-form.ts";
import { textValue } from "#app/forms/field.tsx";
import { fieldOf } from "#app/forms/use-step-form.ts";
import { EmailField } from "#app/features/contact-details/email-field.tsx";
import { COUNTRY_OPTIONS } from "#app/features/contact-details/phone.ts";
import { EditPage, Question, useEditForm } from "#app/features/staff/booking/edit-form.tsx";

export { openBookingForEdit as loader } from "#app/features/staff/booking/read-booking-file.server.ts";

export const action = once(async (args: Route.ActionArgs) => {
  return answerEdit(args, { schema: BookingEdit, planOf: contactPlan });
});

export { revalidateAfterConflict as shouldRevalidate } from "#app/forms/revalidate-after-conflict.ts";

export default function EditBookingPage({ loaderData }: Route.ComponentProps) {
  const { booking } = loaderData;
  const form = useEditForm<BookingEdit & { referrerEmailConfirmed: string }>(booking, {
    referrerEmailConfirmed: booking.referrerEmail,
  });
  const live = useLiveForm(form);
  return (
    <EditPage {...loaderData} title="Edit booking" form={form}>
      <TextField field={fieldOf(form, "referrerFirstName")} label="Referrer's first name" />
      <TextField field={fieldOf(form, "referrerLastName")} label="Referrer's last name" />
      <EmailField
        field={fieldOf(form, "referrerEmail")}
        keptField={fieldOf(form, "referrerEmailConfirmed")}
        live={live}
        label="Referrer's email"
        hint="A new address gets a fresh link to the booking; links sent to the old one stop working."
        autoComplete="off"
      />
      <SelectField
        field={fieldOf(form, "referrerCountryCode")}
        label="Country code"
        options={COUNTRY_OPTIONS}
      />
      <TextField field={fieldOf(form, "referrerPhone")} label="Referrer's phone" type="tel" />
      <TextField field={fieldOf(form, "referrerOrganisation")} label="Organisation" isOptional />
      <TextField field={fieldOf(form, "assessmentLocation")} label="Location" isOptional />
      <TextField field={fieldOf(form, "preferredDate")} label="Date" type="date" isOptional />
      <Question
        field={fieldOf(form, "confirmDate")}
        value={textValue(fieldOf(form, "preferredDate"))}
        label="This date is right"
      />
      <Question field={fieldOf(form, "startRequested")} value="on" label="The referrer asked us to start" />
    </EditPage>
  );
}
