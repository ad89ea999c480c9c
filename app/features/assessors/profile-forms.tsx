import { PostForm } from "#app/forms/post-form.tsx";
import { StepForm } from "#app/forms/step-form.tsx";
import { TextField } from "#app/forms/text-fields.tsx";
import { fieldOf, useStepForm } from "#app/forms/use-step-form.ts";
import { VersionField } from "#app/forms/version-field.tsx";
import { formatLongDate } from "#app/platform/dates.ts";
import { Button } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import type { DaysOff } from "./assessors.server.ts";
import type { AssessorProfile } from "./profile.ts";
import {
  profileValues,
  RegistrationFields,
  WorkFields,
  type Option,
  type ProfileFields,
} from "./profile-fields.tsx";
import { VisitsAtStake } from "./named-visits.tsx";
import type { daysOffSchema } from "./profile-schema.ts";

type ProfileCardProps = { profile: AssessorProfile; version: number; assessments: Option[] };

/** Everything that staff record of an assessor besides hours and days off. */
export function ProfileCard({ profile, version, assessments }: ProfileCardProps) {
  const form = useStepForm<ProfileFields>({ id: "profile-form", saved: profileValues(profile) });
  return (
    <Card heading="Profile">
      <StepForm form={form} autoComplete="off">
        <input type="hidden" name="intent" value="profile" />
        <VersionField form={form} version={version} />
        <RegistrationFields form={form} assessments={assessments} who="they" />
        <WorkFields form={form} who="they" />
        <VisitsAtStake formId="profile-form" />
        <Button>Save profile</Button>
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
                  intent="remove-days-off"
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
          hint="Leave it empty for one day. Visits agreed for these days stay until they are handed over."
        />
        <VisitsAtStake formId="days-off-form" />
        <Button look="quiet">Add days off</Button>
      </StepForm>
    </Card>
  );
}
