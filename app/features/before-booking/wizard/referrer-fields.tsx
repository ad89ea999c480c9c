import type { StepValues } from "#app/features/booking/fields/field-values.ts";
import {
  FAMILY_CAPACITY,
  PROFESSIONAL_CAPACITIES,
  RELATIONSHIPS,
} from "#app/features/booking/fields/reference-lists.ts";
import { isProfessionalRole } from "#app/features/booking/fields/relationship.ts";
import { EmailField } from "#app/features/contact-details/email-field.tsx";
import { PhoneField } from "#app/features/contact-details/phone-field.tsx";
import { plainOptions, RadioGroup, SelectField } from "#app/forms/choice-fields.tsx";
import { TextField } from "#app/forms/text-fields.tsx";
import { clearControls, useLiveForm, type LiveValues } from "#app/forms/use-live-form.ts";
import { fieldOf, type FormState } from "#app/forms/use-step-form.ts";
import { useHydrated } from "#app/ui/use-hydrated.ts";

type RelationshipFieldsProps = {
  form: FormState<StepValues<"referrer">>;
  live: LiveValues<keyof StepValues<"referrer">>;
  own: (autoComplete: string) => string;
  isOfMember: boolean;
};

/** The stylesheet shows the fields that belong to the chosen relationship (`when-…`), also without JavaScript. */
function RelationshipFields({ form, live, own, isOfMember }: RelationshipFieldsProps) {
  const isHydrated = useHydrated();
  const isOther = live.referrerRelationship?.[0] === "Other";
  const needsNoOrganisation = isOther && !isProfessionalRole(live.referrerCustomRole?.[0] ?? "");
  return (
    <>
      <SelectField
        field={fieldOf(form, "referrerRelationship")}
        label="Relationship to the client"
        hint="The client is the person to be assessed."
        emptyLabel="Choose one"
        options={plainOptions(RELATIONSHIPS)}
        onChange={() =>
          clearControls(form.id, [
            "referrerProfessionalCapacity",
            "referrerCustomRole",
            ...(isOfMember ? [] : ["referrerOrganisation"]),
          ])
        }
      />
      <div className="when-capacity">
        <RadioGroup
          field={fieldOf(form, "referrerProfessionalCapacity")}
          label="Are you acting in a professional capacity?"
          options={plainOptions(PROFESSIONAL_CAPACITIES)}
          onChange={(event) => {
            if (event.target.value === FAMILY_CAPACITY) clearControls(form.id, ["referrerOrganisation"]);
          }}
        />
      </div>
      <div className="when-role">
        <TextField
          field={fieldOf(form, "referrerCustomRole")}
          label="Your role"
          hint="For example: godson, ward manager, independent advocate."
          autoComplete={own("organization-title")}
        />
      </div>
      <div className="when-organisation" hidden={isHydrated && needsNoOrganisation}>
        <TextField
          field={fieldOf(form, "referrerOrganisation")}
          disabled={isHydrated && needsNoOrganisation}
          label="Company or organisation"
          hint={isOther ? "Needed when you act in a professional role." : undefined}
          autoComplete={own("organization")}
        />
      </div>
    </>
  );
}

type ReferrerFieldsProps = {
  form: FormState<StepValues<"referrer">>;
  /** Somebody else types: the browser must not offer that person's own details. */
  isTypedForThem?: boolean;
  /** The organisation is filled in, whatever the relationship is. */
  isOfMember?: boolean;
};

export function ReferrerFields({ form, isTypedForThem = false, isOfMember = false }: ReferrerFieldsProps) {
  const live = useLiveForm(form);
  const own = (kind: string) => (isTypedForThem ? "off" : kind);
  return (
    <>
      <div className="field-pair">
        <TextField
          field={fieldOf(form, "referrerFirstName")}
          label="First name"
          autoComplete={own("given-name")}
        />
        <TextField
          field={fieldOf(form, "referrerLastName")}
          label="Last name"
          autoComplete={own("family-name")}
        />
      </div>
      <EmailField
        field={fieldOf(form, "referrerEmail")}
        keptField={fieldOf(form, "referrerEmailConfirmed")}
        live={live}
        autoComplete={isTypedForThem ? "off" : "email"}
      />
      <PhoneField
        field={fieldOf(form, "referrerPhone")}
        countryField={fieldOf(form, "referrerCountryCode")}
        live={live}
        autoComplete={isTypedForThem ? "off" : "tel"}
      />
      <RelationshipFields form={form} live={live} own={own} isOfMember={isOfMember} />
    </>
  );
}
