import { StepForm } from "#app/forms/step-form.tsx";
import { useStepForm } from "#app/forms/use-step-form.ts";
import { VersionField } from "#app/forms/version-field.tsx";
import { formatInstant } from "#app/platform/dates.ts";
import { Button } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import type { Assessor } from "./assessors.server.ts";
import {
  RegistrationFields,
  registrationValues,
  WorkFields,
  workValues,
  type Option,
  type RegistrationValues,
  type WorkValues,
} from "./profile-fields.tsx";
import { VisitsAtStake } from "./named-visits.tsx";
import { ChangesTable, type ProposalWords } from "./proposal-cards.tsx";

type OwnProfile = Pick<Assessor, "version" | "proposed"> & Parameters<typeof workValues>[0];

/** The part of the profile that changes as soon as its assessor saves it. */
export function OwnWorkCard({ profile }: { profile: OwnProfile }) {
  const form = useStepForm<WorkValues>({ id: "profile-form", saved: workValues(profile) });
  return (
    <Card heading="How you work">
      <StepForm form={form} autoComplete="off">
        <input type="hidden" name="intent" value="own-profile" />
        <VersionField form={form} version={profile.version} />
        <WorkFields form={form} who="you" />
        <VisitsAtStake formId="profile-form" />
        <Button>Save profile</Button>
      </StepForm>
    </Card>
  );
}

/** The assessor proposes another registration. An open proposal is filled in already. */
export function OwnRegistrationCard({ profile, assessments }: { profile: Assessor; assessments: Option[] }) {
  const { proposed, version } = profile;
  const form = useStepForm<RegistrationValues>({
    id: "proposal-form",
    saved: registrationValues({ ...profile, ...proposed?.changes }),
  });
  return (
    <Card heading="Your registration">
      <StepForm form={form} autoComplete="off">
        <p className="mb-4">The office confirms each change of these. Until then nothing changes.</p>
        <input type="hidden" name="intent" value="propose" />
        <VersionField form={form} version={version} />
        <RegistrationFields form={form} assessments={assessments} who="you" />
        <Button look="quiet">{proposed ? "Change my proposal" : "Propose changes"}</Button>
      </StepForm>
    </Card>
  );
}

/** An assessor's proposal that waits for the office. */
export function PendingProposalCard({ words, version }: { words: ProposalWords; version: number }) {
  const form = useStepForm<{ version: number }>({ id: "withdraw-form" });
  return (
    <Card heading="The office has not answered yet" className="stack">
      <ChangesTable words={words} />
      <p className="note">Proposed {formatInstant(words.at)}. Nothing changes until the office confirms.</p>
      <StepForm form={form} enterIntent={null}>
        <VersionField form={form} version={version} />
        <Button look="quiet" name="intent" value="withdraw">
          Take it back
        </Button>
      </StepForm>
    </Card>
  );
}
