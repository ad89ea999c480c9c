import { requireAssessor } from "#app/features/accounts/sign-in/guards.server.ts";
import { answerAssessorPage, saidOnAssessorPage } from "#app/features/assessors/answer-profile.server.ts";
import type { Assessor } from "#app/features/assessors/assessors.server.ts";
import { VisitsAtStake } from "#app/features/assessors/named-visits.tsx";
import { OwnPapersCard } from "#app/features/assessors/papers-card.tsx";
import {
  profileValues,
  RegistrationFields,
  WorkFields,
  type Option,
  type ProfileFields,
} from "#app/features/assessors/profile-fields.tsx";
import { ChangesTable, TooLate, type ProposalWords } from "#app/features/assessors/proposal-cards.tsx";
import { readAssessorPage } from "#app/features/assessors/read-profile.server.ts";
import { askFirstOf } from "#app/features/visits/plan/ask-first.server.ts";
import { StepForm } from "#app/forms/step-form.tsx";
import { useStepForm } from "#app/forms/use-step-form.ts";
import { VersionField } from "#app/forms/version-field.tsx";
import { formatInstant } from "#app/platform/dates.ts";
import { Done } from "#app/ui/alert.tsx";
import { Button } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { Page } from "#app/ui/page.tsx";
import { useDone, useKeyOf, useSaid } from "#app/ui/use-done.ts";
import { once } from "#app/platform/http/once.server.ts";
import type { Route } from "./+types/profile";

/** The part of the profile that changes as soon as its assessor saves it. */
function OwnWorkCard({ profile }: { profile: Assessor }) {
  const form = useStepForm<ProfileFields>({ id: "profile-form", saved: profileValues(profile) });
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
function OwnRegistrationCard({ profile, assessments }: { profile: Assessor; assessments: Option[] }) {
  const { proposed, version } = profile;
  const saved = profileValues({ ...profile, ...proposed?.changes });
  const form = useStepForm<ProfileFields>({ id: "proposal-form", saved });
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
function PendingProposalCard({ words, version }: { words: ProposalWords; version: number }) {
  const form = useStepForm<{ version: number }>({ id: "withdraw-form" });
  return (
    <Card heading="The office has not answered yet" className="stack">
      <ChangesTable words={words} />
      <p className="note">Proposed {formatInstant(words.at)}. Nothing changes until the office confirms.</p>
      <StepForm form={form} enterIntent={null}>
        <VersionField form={form} version={version} />
        <Button look="quiet" intent="withdraw">
          Take it back
        </Button>
      </StepForm>
    </Card>
  );
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const { deps, user } = await requireAssessor(context, request);
  return { ...(await readAssessorPage(deps, user.userId)), done: saidOnAssessorPage(request) };
}

export const action = once(async ({ request, context }: Route.ActionArgs) => {
  const { deps, by, user } = await requireAssessor(context, request);
  const { userId } = user;
  const askFirst = askFirstOf(deps, { assessorIds: [userId], readerId: userId });
  const [form, page] = [await request.formData(), "/assessor/profile"];
  return answerAssessorPage({ deps, by, form, userId, askFirst, page, forms: "own-profile" });
});

export { revalidateAfterConflict as shouldRevalidate } from "#app/forms/revalidate-after-conflict.ts";

export default function OwnProfile({ loaderData }: Route.ComponentProps) {
  const { assessor, proposal, assessments } = loaderData;
  const said = useSaid(loaderData.done);
  const takenBackKey = useKeyOf(useDone({ withdrawn: "taken back" }));
  return (
    <Page title="Your profile">
      <Done text={said} />
      <TooLate isPending={proposal !== null} />
      <p>The office chooses who comes to a visit by this profile.</p>
      {proposal ? <PendingProposalCard words={proposal} version={assessor.version} /> : null}
      <OwnWorkCard profile={assessor} />
      <OwnRegistrationCard key={takenBackKey} profile={assessor} assessments={assessments} />
      <OwnPapersCard papers={assessor.papers} />
    </Page>
  );
}
