import { CheckboxGroup, optionsOf, plainOptions, SelectField } from "#app/forms/choice-fields.tsx";
import { TextField } from "#app/forms/text-fields.tsx";
import { fieldOf, type FormState } from "#app/forms/use-step-form.ts";
import { MODES, PROFESSIONS, REGISTERS, type AssessorProfile } from "./profile.ts";

export type Option = { value: string; label: string };

type ListName = "professions" | "modes" | "assessments";

/** The controls of the profile: lists of ticks, and texts. */
export type ProfileFields = Record<ListName, string[]> &
  Record<Exclude<keyof AssessorProfile, ListName>, string>;

/** The values of the profile's controls, of which each form has its own. */
export const profileValues = (profile: AssessorProfile): ProfileFields => ({
  professions: profile.professions,
  registerBody: profile.registerBody ?? "",
  registerNumber: profile.registerNumber ?? "",
  registerEndsOn: profile.registerEndsOn ?? "",
  assessments: profile.assessments,
  modes: profile.modes,
  areas: profile.areas.join(", "),
  languages: profile.languages.join(", "),
  maxVisitsADay: String(profile.maxVisitsADay ?? ""),
  travelBeforeMinutes: String(profile.travelBeforeMinutes),
  travelAfterMinutes: String(profile.travelAfterMinutes),
  phone: profile.phone ?? "",
});

/** `who` reads the labels: staff about an assessor, or the assessor. */
type FieldsProps = { form: FormState<ProfileFields>; who: "they" | "you" };

/** The part of a profile of which staff confirm each change. */
export const RegistrationFields = ({ form, assessments, who }: FieldsProps & { assessments: Option[] }) => (
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

const TRAVEL = "a face-to-face visit, in minutes";

/** The part of a profile that assessors change themselves. */
export function WorkFields({ form, who }: FieldsProps) {
  const field = <Name extends keyof ProfileFields>(name: Name) => fieldOf(form, name);
  const number = { inputMode: "numeric" } as const;
  return (
    <>
      <TextField
        field={field("phone")}
        label="Phone"
        type="tel"
        isOptional
        hint="The office calls it about visits. Nobody else sees it."
      />
      <CheckboxGroup field={field("modes")} label="Kinds of visit" options={optionsOf(MODES)} isWide />
      <TextField
        field={field("areas")}
        label={`Postcode areas ${who} travel to`}
        isOptional
        hint="Such as LS, BD, HX1. LS is every LS district; HX1 is HX1 alone."
      />
      <TextField
        field={field("languages")}
        label="Languages besides English"
        isOptional
        hint="Separate them by commas, such as Polish, Urdu."
      />
      <TextField
        field={field("maxVisitsADay")}
        label="Most visits a day"
        isOptional
        hint="Leave it empty for no limit."
        {...number}
      />
      <TextField field={field("travelBeforeMinutes")} label={`Travel before ${TRAVEL}`} {...number} />
      <TextField field={field("travelAfterMinutes")} label={`Travel after ${TRAVEL}`} {...number} />
    </>
  );
}
