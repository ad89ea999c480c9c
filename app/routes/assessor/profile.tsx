import { requireAssessor } from "#app/features/accounts/sign-in/guards.server.ts";
import { answerAssessorPage, saidOnAssessorPage } from "#app/features/assessors/answer-profile.server.ts";
import {
  OwnRegistrationCard,
  OwnWorkCard,
  PendingProposalCard,
} from "#app/features/assessors/own-profile-cards.tsx";
import { OwnPapersCard } from "#app/features/assessors/papers-card.tsx";
import { TooLate } from "#app/features/assessors/proposal-cards.tsx";
import { readAssessorPage } from "#app/features/assessors/read-profile.server.ts";
import { askFirstOf } from "#app/features/visits/plan/ask-first.server.ts";
import { Done } from "#app/ui/alert.tsx";
import { Page } from "#app/ui/page.tsx";
import { useDone, useKeyOf, useSaid } from "#app/ui/use-done.ts";
import { once } from "#app/platform/http/once.server.ts";
import type { Route } from "./+types/profile";

export async function loader({ request, context }: Route.LoaderArgs) {
  const { deps, user } = await requireAssessor(context, request);
  return { ...(await readAssessorPage(deps, user.userId)), done: saidOnAssessorPage(request) };
}

export const action = once(async ({ request, context }: Route.ActionArgs) => {
  const { deps, by, user } = await requireAssessor(context, request);
  return answerAssessorPage({
    ...{ deps, by, form: await request.formData() },
    userId: user.userId,
    askFirst: askFirstOf(deps, { assessorIds: [user.userId], readerId: user.userId }),
    page: "/assessor/profile",
    forms: "own-profile",
  });
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
