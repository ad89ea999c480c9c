import { plainOptions, SelectField } from "#app/forms/choice-fields.tsx";
import { DateField } from "#app/forms/date-field.tsx";
import { TextField } from "#app/forms/text-fields.tsx";
import { useLiveForm } from "#app/forms/use-live-form.ts";
import { fieldOf, type FormState } from "#app/forms/use-step-form.ts";
import { PhoneField } from "#app/features/contact-details/phone-field.tsx";
import type { ClientForm } from "#app/features/booking/fields/schema.ts";
import { GENDERS, TITLES } from "#app/features/booking/fields/reference-lists.ts";

export function ClientFields({ form }: { form: FormState<ClientForm> }) {
  const live = useLiveForm(form);
  const plain = { autoComplete: "off", isOptional: true } as const;
  return (
    <>
      <div className="field-pair is-wide">
        <SelectField
          {...plain}
          field={fieldOf(form, "clientTitle")}
          label="Title"
          emptyLabel="Choose a title"
          options={plainOptions(TITLES)}
        />
        <TextField {...plain} field={fieldOf(form, "clientFirstName")} label="First name" />
        <TextField {...plain} field={fieldOf(form, "clientLastName")} label="Last name" />
        <div className="asks-other">
          <SelectField
            {...plain}
            field={fieldOf(form, "clientGender")}
            label="Gender"
            emptyLabel="Choose a gender"
            options={plainOptions(GENDERS)}
          />
        </div>
        <div>
          <TextField
            {...plain}
            field={fieldOf(form, "clientGenderOther")}
            label="Gender, in their own words"
          />
        </div>
      </div>
      <DateField
        form={form}
        field={fieldOf(form, "clientDob")}
        label="Date of birth"
        hint="For example, 27 3 1942"
        isOptional
      />
      <PhoneField
        field={fieldOf(form, "clientPhone")}
        countryField={fieldOf(form, "clientCountryCode")}
        live={live}
        isOptional
        autoComplete="off"
      />
      <div className="field-pair is-wide">
        <TextField {...plain} field={fieldOf(form, "clientAddressLine1")} label="Address line 1" />
        <TextField {...plain} field={fieldOf(form, "clientAddressLine2")} label="Address line 2" />
        <TextField {...plain} field={fieldOf(form, "clientTownCity")} label="Town or city" />
        <TextField {...plain} field={fieldOf(form, "clientPostcode")} label="Postcode" />
      </div>
    </>
  );
}
