import { data } from "react-router";
import { requestScope } from "#app/context.ts";
import { AskFormPart } from "#app/features/contributions/ask-form.tsx";
import { answerAskForm, readAskForm } from "#app/features/contributions/help-page.server.ts";
import { helpPaths } from "#app/features/contributions/help-paths.ts";
import { requireAsking } from "#app/features/contributions/referrer-guards.server.ts";
import { REFERRAL_HANDLE } from "#app/features/referral/journey.ts";
import { once } from "#app/platform/http/once.server.ts";
import { Page } from "#app/ui/page.tsx";
import type { Route } from "./+types/help-new";

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const asking = await requireAsking(context.get(requestScope), request, params.bookingId);
  return data(await readAskForm(asking), { headers: asking.headers });
}

export const action = once(async ({ request, params, context }: Route.ActionArgs) => {
  const asking = await requireAsking(context.get(requestScope), request, params.bookingId);
  return answerAskForm(asking, await request.formData());
});

export const handle = REFERRAL_HANDLE;

export default function HelpNew({ loaderData: page }: Route.ComponentProps) {
  return (
    <Page
      title="Who do you want to ask?"
      back={{
        label: "Back to who was asked",
        to: helpPaths("referrer", page.bookingId).list,
      }}
    >
      <AskFormPart page={page} />
    </Page>
  );
}
