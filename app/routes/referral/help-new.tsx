import { data } from "react-router";
import { AskPage } from "#app/features/contributions/ask-form.tsx";
import { answerAskForm, readAskForm } from "#app/features/contributions/help-page.server.ts";
import { requireAsking } from "#app/features/contributions/asking-guards.server.ts";
import { REFERRAL_HANDLE } from "#app/features/referral/journey.ts";
import { once } from "#app/platform/http/once.server.ts";
import { formLimit, LONG_FORM } from "#app/platform/http/form-limit.server.ts";
import type { Route } from "./+types/help-new";

export async function loader(args: Route.LoaderArgs) {
  const asking = await requireAsking(args);
  return data(await readAskForm(asking), { headers: asking.headers });
}

export const action = formLimit(
  LONG_FORM,
  once(async (args: Route.ActionArgs) => {
    const asking = await requireAsking(args);
    return answerAskForm(asking, await args.request.formData());
  }),
);

export const handle = REFERRAL_HANDLE;

export default function HelpNew({ loaderData: page }: Route.ComponentProps) {
  return <AskPage page={page} />;
}
