import { plainOptions, SelectField } from "#app/forms/choice-fields.tsx";
import { DateField } from "#app/forms/date-field.tsx";
import { TextField } from "#app/forms/text-fields.tsx";
import type { LiveValues } from "#app/forms/use-live-form.ts";
import type { Field, StepFormState } from "#app/forms/use-step-form.ts";
import { useHydrated } from "#app/ui/use-hydrated.ts";
import { PhoneField } from "./phone-field.tsx";
import { GENDERS, TITLES } from "#app/features/booking/reference-lists.ts";

/** The person to be assessed. All of it is optional here: the referral forms ask again (DESIGN decision 8). */
export function ClientFields({
  form,
  fields,
  live,
}: {
  form: StepFormState;
  fields: Record<string, Field>;
  live: LiveValues;
}) {
  const isHydrated = useHydrated();
  const isGenderOtherHidden = isHydrated && live.clientGender?.[0] !== "Other";
  const plain = { autoComplete: "off", isOptional: true } as const;
  return (
    <>
      <div className="grid gap-x-4 sm:grid-cols-2">
        <SelectField
          {...plain}
          field={fields.clientTitle!}
          label="Title"
          emptyLabel="Choose a title"
          options={plainOptions(TITLES)}
        />
        <TextField {...plain} field={fields.clientFirstName!} label="First name" />
        <TextField {...plain} field={fields.clientLastName!} label="Last name" />
        <SelectField
          {...plain}
          field={fields.clientGender!}
          label="Gender"
          emptyLabel="Choose a gender"
          options={plainOptions(GENDERS)}
        />
        <div hidden={isGenderOtherHidden}>
          <TextField {...plain} field={fields.clientGenderOther!} label="Gender, in their own words" />
        </div>
      </div>
      <DateField
        form={form}
        field={fields.clientDob!}
        label="Date of birth"
        hint="For example, 27 3 1942"
        isOptional
      />
      <PhoneField
        field={fields.clientPhone!}
        countryField={fields.clientCountryCode!}
        live={live}
        isOptional
        autoComplete="off"
      />
      <div className="grid gap-x-4 sm:grid-cols-2">
        <TextField {...plain} field={fields.clientAddressLine1!} label="Address line 1" />
        <TextField {...plain} field={fields.clientAddressLine2!} label="Address line 2" />
        <TextField {...plain} field={fields.clientTownCity!} label="Town or city" />
        <TextField {...plain} field={fields.clientPostcode!} label="Postcode" />
      </div>
    </>
  );
}
