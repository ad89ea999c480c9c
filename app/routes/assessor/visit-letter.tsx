import { answerLetterPage } from "#app/features/visits/letter/answer-letter.server.ts";
import { GivenLetter } from "#app/features/visits/letter/given-letter.tsx";
import { LetterPage } from "#app/features/visits/letter/letter-page.tsx";
import { openAssessorLetter } from "#app/features/visits/letter/open-letter.server.ts";
import { requireAssessorVisit } from "#app/features/visits/record/assessors-visit.server.ts";
import { once } from "#app/platform/http/once.server.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { Page } from "#app/ui/page.tsx";
import type { Route } from "./+types/visit-letter";

export async function loader(args: Route.LoaderArgs) {
  const { deps, by, ...own } = await requireAssessorVisit(args);
  return openAssessorLetter(deps, own, by, args.request);
}

export const action = once(async (args: Route.ActionArgs) => {
  const { deps, by, visit } = await requireAssessorVisit(args);
  return answerLetterPage(deps, visit.id, by, args.request);
});

export default function AssessorLetter({ loaderData: opened }: Route.ComponentProps) {
  if ("why" in opened)
    return (
      <Page
        title={`Letter for ${opened.reference}`}
        back={{ label: "Back to the visit", to: `/assessor/visits/${opened.visitId}` }}
      >
        <p>{opened.why}</p>
      </Page>
    );
  return (
    <LetterPage
      opened={opened}
      back={
        <ButtonLink look="quiet" to={`/assessor/visits/${opened.visitId}`}>
          Back to the visit
        </ButtonLink>
      }
    >
      <GivenLetter opened={opened} isByAssessor />
    </LetterPage>
  );
}
