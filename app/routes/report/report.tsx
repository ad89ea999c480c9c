import { requestScope } from "#app/context.ts";
import { answerRecipientPage, readRecipientPage } from "#app/features/report/recipient-page.server.ts";
import { CodePart, OpenReport, ProblemPart, RECIPIENT_DONE } from "#app/features/report/recipient-page.tsx";
import { once } from "#app/platform/http/once.server.ts";
import { Done } from "#app/ui/alert.tsx";
import { Page } from "#app/ui/page.tsx";
import { useDone } from "#app/ui/use-done.ts";
import type { Route } from "./+types/report";

export async function loader({ request, params, context }: Route.LoaderArgs) {
  return readRecipientPage(context.get(requestScope), request, params.deliveryId);
}

export const action = once(async ({ request, params, context }: Route.ActionArgs) =>
  answerRecipientPage(context.get(requestScope), request, params.deliveryId),
);

export default function ReportForRecipient({ loaderData: page }: Route.ComponentProps) {
  const said = useDone(RECIPIENT_DONE);
  return (
    <Page title="Your report">
      <Done text={said} />
      {page.stage === "problem" ? <ProblemPart page={page} /> : null}
      {page.stage === "code" ? <CodePart page={page} /> : null}
      {page.stage === "open" ? <OpenReport page={page} /> : null}
    </Page>
  );
}
