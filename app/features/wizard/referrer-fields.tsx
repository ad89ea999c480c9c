import { TextField } from "#app/forms/text-fields.tsx";
import { useLiveForm } from "#app/forms/use-live-form.ts";
import { fieldOf, type FormState } from "#app/forms/use-step-form.ts";
import type { ReferrerForm } from "#app/features/booking/schema.ts";
import { EmailField } from "./email-field.tsx";
import { PhoneField } from "./phone-field.tsx";
import { RelationshipFields } from "./relationship-fields.tsx";

export function ReferrerFields({ form }: { form: FormState<ReferrerForm> }) {
  const live = useLiveForm(form);
  return (
    <>
      <div className="grid max-w-[30rem] items-end gap-x-3 sm:grid-cols-2">
        <TextField field={fieldOf(form, "referrerFirstName")} label="First name" autoComplete="given-name" />
        <TextField field={fieldOf(form, "referrerLastName")} label="Last name" autoComplete="family-name" />
      </div>
      <EmailField
        field={fieldOf(form, "referrerEmail")}
        keptField={fieldOf(form, "referrerEmailConfirmed")}
        live={live}
      />
      <PhoneField
        field={fieldOf(form, "referrerPhone")}
        countryField={fieldOf(form, "referrerCountryCode")}
        live={live}
      />
      <RelationshipFields form={form} live={live} />
    </>
  );
}
