import { CheckboxGroup, optionsOf, plainOptions, SelectField } from "#app/forms/choice-fields.tsx";
import { TextField } from "#app/forms/text-fields.tsx";
import { fieldOf, type FormState } from "#app/forms/use-step-form.ts";
import { MODES, PROFESSIONS, REGISTERS, type AssessorProfile } from "./profile.ts";
import type { PROPOSED_FIELDS, Registration } from "./proposal.ts";

export type Option = { value: string; label: string };

type ListName = "professions" | "modes" | "assessments";

/** The controls of the profile: lists of ticks, and texts. */
export type ProfileFields = Record<ListName, string[]> &
  Record<Exclude<keyof AssessorProfile, ListName>, string>;

type RegistrationName = (typeof PROPOSED_FIELDS)[number];

export type RegistrationValues = Pick<ProfileFields, RegistrationName>;
export type WorkValues = Omit<ProfileFields, RegistrationName>;

const numberText = (value: number | null) => (value === null ? "" : String(value));

export function registrationValues(profile: Registration): RegistrationValues {
  return {
    professions: profile.professions,
    registerBody: profile.registerBody ?? "",
    registerNumber: profile.registerNumber ?? "",
    registerEndsOn: profile.registerEndsOn ?? "",
    assessments: profile.assessments,
  };
}

export function workValues(profile: Omit<AssessorProfile, RegistrationName>): WorkValues {
  return {
    modes: profile.modes,
    areas: profile.areas.join(", "),
    languages: profile.languages.join(", "),
    maxVisitsADay: numberText(profile.maxVisitsADay),
    travelBeforeMinutes: numberText(profile.travelBeforeMinutes),
    travelAfterMinutes: numberText(profile.travelAfterMinutes),
    phone: profile.phone ?? "",
  };
}

/** `who` reads the labels: staff about an assessor, or the assessor. */
type FieldsProps<Values> = { form: FormState<Values>; who: "they" | "you" };

/** The part of a profile of which staff confirm each change. */
export function RegistrationFields({
  form,
  assessments,
  who,
}: FieldsProps<RegistrationValues> & { assessments: Option[] }) {
  return (
    <>
      <CheckboxGroup
        field={fieldOf(form, "professions")}
        label="Professions"
        options={optionsOf(PROFESSIONS)}
        isWide
      />
      <SelectField
        field={fieldOf(form, "registerBody")}
        label="Register"
        isOptional
        emptyLabel="Choose a register"
        options={plainOptions(Object.keys(REGISTERS))}
      />
      <TextField field={fieldOf(form, "registerNumber")} label="Registration number" isOptional />
      <TextField
        field={fieldOf(form, "registerEndsOn")}
        label="Registered until"
        type="date"
        isOptional
        hint="No visit can be agreed for a later day."
      />
      <CheckboxGroup
        field={fieldOf(form, "assessments")}
        label={`Assessments ${who} do`}
        isOptional
        options={assessments}
        isWide
      />
    </>
  );
}

/** The part of a profile that assessors change themselves. */
export function WorkFields({ form, who }: FieldsProps<WorkValues>) {
  return (
    <>
      <TextField
        field={fieldOf(form, "phone")}
        label="Phone"
        type="tel"
        isOptional
        hint="The office calls it about visits. Nobody else sees it."
      />
      <CheckboxGroup
        field={fieldOf(form, "modes")}
        label="Kinds of visit"
        options={optionsOf(MODES)}
        isWide
      />
      <TextField
        field={fieldOf(form, "areas")}
        label={`Postcode areas ${who} travel to`}
        isOptional
        hint="Such as LS, BD, HX1. LS is every LS district; HX1 is HX1 alone."
      />
      <TextField
        field={fieldOf(form, "languages")}
        label="Languages besides English"
        isOptional
        hint="Separate them by commas, such as Polish, Urdu."
      />
      <TextField
        field={fieldOf(form, "maxVisitsADay")}
        label="Most visits a day"
        inputMode="numeric"
        isOptional
        hint="Leave it empty for no limit."
      />
      <TextField
        field={fieldOf(form, "travelBeforeMinutes")}
        label="Travel before a face-to-face visit, in minutes"
        inputMode="numeric"
      />
      <TextField
        field={fieldOf(form, "travelAfterMinutes")}
        label="Travel after a face-to-face visit, in minutes"
        inputMode="numeric"
      />
    </>
  );
}
