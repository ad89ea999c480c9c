import {
  requireAnswering,
  answerAnswerPage,
  readAnswerPage,
} from "#app/features/report-writing/questions/answer-page.server.ts";
import { GroupCard } from "#app/features/report-writing/questions/answer-page.tsx";
import { assessorQuestionsPath } from "#app/features/report-writing/questions/question-words.ts";
import { formLimit, LONG_FORM } from "#app/platform/http/form-limit.server.ts";
import { once } from "#app/platform/http/once.server.ts";
import { Alert, Done } from "#app/ui/alert.tsx";
import { Page } from "#app/ui/page.tsx";
import { useSaid } from "#app/ui/use-done.ts";
import type { Route } from "./+types/questions";

export async function loader(args: Route.LoaderArgs) {
  const { deps, booking, user } = await requireAnswering(args);
  return {
    visitId: args.params.visitId,
    page: await readAnswerPage(deps, booking, user.userId),
    said: answerAnswerPage.said(args.request),
  };
}

export const action = formLimit(
  LONG_FORM,
  once(async (args: Route.ActionArgs) => {
    const { deps, by, booking } = await requireAnswering(args);
    const form = await args.request.formData();
    return answerAnswerPage({ deps, by, booking, form, page: assessorQuestionsPath(args.params.visitId) });
  }),
);

export { revalidateAfterConflict as shouldRevalidate } from "#app/forms/revalidate-after-conflict.ts";

export default function AnswerQuestions({ loaderData: { visitId, page, ...shown } }: Route.ComponentProps) {
  const { reference, refusal, files, groups, declaration } = page;
  return (
    <Page
      title={`Questions about the report of ${reference}`}
      back={{ label: "Back to your visits", to: "/assessor" }}
    >
      <Done text={useSaid(shown.said)} />
      {refusal ? <Alert tone="warning" text={refusal} /> : null}
      {files.length > 0 ? (
        <ul>
          {files.map(({ documentId, version }) => (
            <li key={documentId}>
              <a href={`/documents/${documentId}`}>Version {version} of the report</a>
            </li>
          ))}
        </ul>
      ) : null}
      {groups.length === 0 && refusal === null ? <p>No questions wait for your answer.</p> : null}
      {groups.map((group) => (
        <GroupCard key={group.key} group={group} declaration={declaration} visitId={visitId} />
      ))}
    </Page>
  );
}
