import { CheckboxGroup, SelectField, plainOptions } from "#app/forms/choice-fields.tsx";
import { PostForm } from "#app/forms/post-form.tsx";
import { StepForm } from "#app/forms/step-form.tsx";
import { TextField } from "#app/forms/text-fields.tsx";
import { fieldOf, useStepForm } from "#app/forms/use-step-form.ts";
import { VersionField } from "#app/forms/version-field.tsx";
import { formatLongDate } from "#app/platform/dates.ts";
import { Button } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import type { DaysOff } from "./assessors.server.ts";
import type { WeekHours } from "./hours.ts";
import { HOURS_FIELDS, hoursValues, MODES, PROFESSIONS, REGISTERS, type AssessorProfile } from "./profile.ts";
import type { daysOffSchema } from "./profile-schema.ts";

type Option = { value: string; label: string };

const optionsOf = (labels: Record<string, string>): Option[] =>
  Object.entries(labels).map(([value, label]) => ({ value, label }));

const numberText = (value: number | null) => (value === null ? "" : String(value));

/** The controls of the profile: lists of ticks, and texts. */
type ProfileFields = Record<"professions" | "modes" | "assessments", string[]> &
  Record<Exclude<keyof AssessorProfile, "professions" | "modes" | "assessments">, string>;

type ProfileCardProps = { profile: AssessorProfile; version: number; assessments: Option[] };

/** Everything that staff record of an assessor besides hours and days off. */
export function ProfileCard({ profile, version, assessments }: ProfileCardProps) {
  const form = useStepForm<ProfileFields>({
    id: "profile-form",
    saved: {
      professions: profile.professions,
      registerBody: profile.registerBody ?? "",
      registerNumber: profile.registerNumber ?? "",
      registerEndsOn: profile.registerEndsOn ?? "",
      assessments: profile.assessments,
      modes: profile.modes,
      areas: profile.areas.join(", "),
      languages: profile.languages.join(", "),
      maxVisitsADay: numberText(profile.maxVisitsADay),
      travelBeforeMinutes: numberText(profile.travelBeforeMinutes),
      travelAfterMinutes: numberText(profile.travelAfterMinutes),
    },
  });
  return (
    <Card heading="Profile">
      <StepForm form={form} autoComplete="off">
        <input type="hidden" name="intent" value="profile" />
        <VersionField form={form} version={version} />
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
          options={plainOptions(REGISTERS)}
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
          field={fieldOf(form, "modes")}
          label="Kinds of visit"
          options={optionsOf(MODES)}
          isWide
        />
        <CheckboxGroup
          field={fieldOf(form, "assessments")}
          label="Assessments they do"
          isOptional
          options={assessments}
          isWide
        />
        <TextField
          field={fieldOf(form, "areas")}
          label="Postcode areas they travel to"
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
        <Button>Save profile</Button>
      </StepForm>
    </Card>
  );
}

type HoursCardProps = { hours: WeekHours; version: number };

export function HoursCard({ hours, version }: HoursCardProps) {
  const form = useStepForm<Record<string, string>>({ id: "hours-form", saved: hoursValues(hours) });
  return (
    <Card heading="Working hours">
      <StepForm form={form} autoComplete="off">
        <input type="hidden" name="intent" value="hours" />
        <VersionField form={form} version={version} />
        <p className="hint mb-3">
          London time, such as 9:00–13:00, 14:00–17:00. Leave a day without visits empty.
        </p>
        {HOURS_FIELDS.map(({ name, label }) => (
          <TextField key={name} field={fieldOf(form, name)} label={label} />
        ))}
        <Button>Save hours</Button>
      </StepForm>
    </Card>
  );
}

const spanInWords = ({ fromOn, untilOn }: DaysOff) =>
  fromOn === untilOn ? formatLongDate(fromOn) : `${formatLongDate(fromOn)} to ${formatLongDate(untilOn)}`;

export function DaysOffCard({ daysOff }: { daysOff: DaysOff[] }) {
  const form = useStepForm<ReturnType<typeof daysOffSchema>>({ id: "days-off-form" });
  return (
    <Card heading="Days off" className="stack">
      {daysOff.length > 0 ? (
        <ul className="stack">
          {daysOff.map((days) => (
            <li key={days.id} className="flex flex-wrap items-baseline justify-between gap-3">
              {spanInWords(days)}
              <PostForm>
                <input type="hidden" name="id" value={days.id} />
                <Button
                  look="quiet"
                  isSmall
                  name="intent"
                  value="remove-days-off"
                  aria-label={`Remove ${spanInWords(days)}`}
                >
                  Remove
                </Button>
              </PostForm>
            </li>
          ))}
        </ul>
      ) : (
        <p className="note">No days off to come.</p>
      )}
      <StepForm form={form} autoComplete="off">
        <input type="hidden" name="intent" value="days-off" />
        <TextField field={fieldOf(form, "fromOn")} label="First day off" type="date" />
        <TextField
          field={fieldOf(form, "untilOn")}
          label="Last day off"
          type="date"
          isOptional
          hint="Leave it empty for one day. Visits agreed for these days stay until somebody moves them."
        />
        <Button look="quiet">Add days off</Button>
      </StepForm>
    </Card>
  );
}

/** Notices of the forms above, by `?done=`. */
export const PROFILE_DONE = {
  profile: "The profile was saved.",
  hours: "The working hours were saved.",
  "days-off": "The days off were saved.",
  "days-off-removed": "The days off were removed.",
  unchanged: "Nothing was different, so nothing was saved.",
};
