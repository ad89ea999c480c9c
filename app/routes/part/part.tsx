import { requestScope } from "#app/context.ts";
import {
  ClosedPartHome,
  GatePart,
  OpenPartHome,
  OverPart,
  PART_DONE,
} from "#app/features/contributions/part-home.tsx";
import { answerPartHome, readPartHome } from "#app/features/contributions/part-page.server.ts";
import { once } from "#app/platform/http/once.server.ts";
import { Done } from "#app/ui/alert.tsx";
import { Page } from "#app/ui/page.tsx";
import { useDone } from "#app/ui/use-done.ts";
import { formLimit, LONG_FORM } from "#app/platform/http/form-limit.server.ts";
import type { Route } from "./+types/part";

export async function loader({ request, params, context }: Route.LoaderArgs) {
  return readPartHome(context.get(requestScope), request, params.contributionId);
}

export const action = formLimit(
  LONG_FORM,
  once(async ({ request, params, context }: Route.ActionArgs) =>
    answerPartHome(context.get(requestScope), request, params.contributionId),
  ),
);

export default function PartHome({ loaderData: page }: Route.ComponentProps) {
  const said = useDone(PART_DONE);
  return (
    <Page title="A question about somebody you know">
      <Done text={said} />
      {page.stage === "over" ? <OverPart page={page} /> : null}
      {page.stage === "gate" ? <GatePart page={page} /> : null}
      {page.stage === "open" ? <OpenPartHome page={page} /> : null}
      {page.stage === "closed" ? <ClosedPartHome page={page} /> : null}
    </Page>
  );
}
