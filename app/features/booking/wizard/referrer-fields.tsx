import { TextField } from "#app/forms/text-fields.tsx";
import { useLiveForm } from "#app/forms/use-live-form.ts";
import type { Field, StepFormState } from "#app/forms/use-step-form.ts";
import { EmailField } from "./email-field.tsx";
import { PhoneField } from "./phone-field.tsx";
import { RelationshipFields } from "./relationship-fields.tsx";

/** Step 1: who makes the booking and how to reach them. */
export function ReferrerFields({ form, fields }: { form: StepFormState; fields: Record<string, Field> }) {
  const live = useLiveForm(form.id, form.values);
  return (
    <>
      <div className="grid max-w-[30rem] items-end gap-x-3 sm:grid-cols-2">
        <TextField field={fields.referrerFirstName!} label="First name" autoComplete="given-name" />
        <TextField field={fields.referrerLastName!} label="Last name" autoComplete="family-name" />
      </div>
      <EmailField field={fields.referrerEmail!} keptField={fields.referrerEmailConfirmed!} live={live} />
      <PhoneField field={fields.referrerPhone!} countryField={fields.referrerCountryCode!} live={live} />
      <RelationshipFields formId={form.id} fields={fields} live={live} />
    </>
  );
}
