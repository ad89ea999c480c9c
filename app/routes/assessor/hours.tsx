import { requireAssessor } from "#app/features/accounts/sign-in/guards.server.ts";
import { answerAssessorPage, saidOnAssessorPage } from "#app/features/assessors/answer-profile.server.ts";
import { HoursCard } from "#app/features/assessors/hours-card.tsx";
import { DaysOffCard } from "#app/features/assessors/profile-forms.tsx";
import { readAssessorPage } from "#app/features/assessors/read-profile.server.ts";
import { askFirstOf } from "#app/features/visits/plan/ask-first.server.ts";
import { Done } from "#app/ui/alert.tsx";
import { Page } from "#app/ui/page.tsx";
import { useDone, useKeyOf, useSaid } from "#app/ui/use-done.ts";
import { once } from "#app/platform/http/once.server.ts";
import type { Route } from "./+types/hours";

export async function loader({ request, context }: Route.LoaderArgs) {
  const { deps, user } = await requireAssessor(context, request);
  const { assessor, daysOff } = await readAssessorPage(deps, user.userId);
  return { hours: assessor.hours, version: assessor.version, daysOff, done: saidOnAssessorPage(request) };
}

export const action = once(async ({ request, context }: Route.ActionArgs) => {
  const { deps, by, user } = await requireAssessor(context, request);
  const { userId } = user;
  const askFirst = askFirstOf(deps, { assessorIds: [userId], readerId: userId });
  const [form, page] = [await request.formData(), "/assessor/hours"];
  return answerAssessorPage({ deps, by, form, userId, askFirst, page, forms: "own-hours" });
});

export { revalidateAfterConflict as shouldRevalidate } from "#app/forms/revalidate-after-conflict.ts";

export default function AssessorHours({ loaderData }: Route.ComponentProps) {
  const { hours, version, daysOff } = loaderData;
  const said = useSaid(loaderData.done);
  const addedKey = useKeyOf(useDone({ "days-off": "taken" }));
  return (
    <Page title="Hours and days off">
      <Done text={said} />
      <p>The office agrees visits within these hours, and asks you first about anything else.</p>
      <HoursCard hours={hours} version={version} />
      <DaysOffCard key={addedKey} daysOff={daysOff} />
    </Page>
  );
}
