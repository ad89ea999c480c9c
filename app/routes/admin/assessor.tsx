import { requireStaff } from "#app/features/accounts/sign-in/guards.server.ts";
import { answerAssessorPage, saidOnAssessorPage } from "#app/features/assessors/answer-profile.server.ts";
import { AssessorTabs } from "#app/features/assessors/assessor-tabs.tsx";
import { TheirBusyFeed } from "#app/features/assessors/busy/busy-feed-card.tsx";
import { findBusyFeed } from "#app/features/assessors/busy/busy-times.server.ts";
import { HoursCard } from "#app/features/assessors/hours-card.tsx";
import { DaysOffCard, ProfileCard } from "#app/features/assessors/profile-forms.tsx";
import { AnswerProposalCard, TooLate } from "#app/features/assessors/proposal-cards.tsx";
import { PapersCard } from "#app/features/assessors/papers-card.tsx";
import { readAssessorPage } from "#app/features/assessors/read-profile.server.ts";
import { askFirstOf } from "#app/features/visits/plan/ask-first.server.ts";
import { Alert, Done } from "#app/ui/alert.tsx";
import { Page } from "#app/ui/page.tsx";
import { useDone, useKeyOf, useSaid } from "#app/ui/use-done.ts";
import { once } from "#app/platform/http/once.server.ts";
import type { Route } from "./+types/assessor";

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { deps, user } = await requireStaff(context, request);
  const page = await readAssessorPage(deps, params.assessorId);
  const feed = await findBusyFeed(deps, params.assessorId);
  return { ...page, feed, handlesMoney: user.handlesMoney, done: saidOnAssessorPage(request) };
}

export const action = once(async ({ request, params: { assessorId }, context }: Route.ActionArgs) => {
  const { deps, by } = await requireStaff(context, request);
  return answerAssessorPage({
    deps,
    by,
    form: await request.formData(),
    userId: assessorId,
    askFirst: askFirstOf(deps, { assessorIds: [assessorId] }),
    page: `/admin/assessors/${assessorId}`,
    forms: "staff",
  });
});

export { revalidateAfterConflict as shouldRevalidate } from "#app/forms/revalidate-after-conflict.ts";

export default function AssessorPage({ loaderData }: Route.ComponentProps) {
  const { assessor, paperFields, daysOff, assessments, proposal, register, handlesMoney, feed } = loaderData;
  const said = useSaid(loaderData.done);
  const addedKey = useKeyOf(useDone({ "days-off": "taken" }));
  const confirmedKey = useKeyOf(useDone({ confirmed: "taken over" }));
  return (
    <Page title={assessor.name} back={{ label: "Back to Assessors", to: "/admin/assessors" }}>
      <AssessorTabs id={assessor.id} handlesMoney={handlesMoney} />
      <Done text={said} />
      {assessor.isActive ? null : (
        <Alert tone="warning" text="This account is deactivated: no visit can be agreed with them." />
      )}
      <TooLate isPending={proposal !== null} />
      {proposal ? (
        <AnswerProposalCard words={proposal} version={assessor.version} register={register} />
      ) : null}
      <div className="columns">
        <ProfileCard
          key={confirmedKey}
          profile={assessor}
          version={assessor.version}
          assessments={assessments}
        />
        <div className="stack">
          <HoursCard hours={assessor.hours} version={assessor.version} isBeside />
          <DaysOffCard key={addedKey} daysOff={daysOff} />
          <TheirBusyFeed feed={feed} />
          <PapersCard
            key={`papers ${confirmedKey}`}
            papers={assessor.papers}
            version={assessor.version}
            fields={paperFields}
          />
        </div>
      </div>
    </Page>
  );
}
