import { data } from "react-router";
import { HelpOnePage } from "#app/features/contributions/help-one.tsx";
import { answerHelpOne, readHelpOne, saidOnHelpOne } from "#app/features/contributions/help-page.server.ts";
import { requireAsking } from "#app/features/contributions/asking-guards.server.ts";
import { REFERRAL_HANDLE } from "#app/features/referral/journey.ts";
import { once } from "#app/platform/http/once.server.ts";
import { formLimit, LONG_FORM } from "#app/platform/http/form-limit.server.ts";
import type { Route } from "./+types/help-one";

export async function loader(args: Route.LoaderArgs) {
  const asking = await requireAsking(args);
  const page = await readHelpOne(asking, args.params.contributionId);
  return data({ page, done: saidOnHelpOne(args.request) }, { headers: asking.headers });
}

export const action = formLimit(
  LONG_FORM,
  once(async (args: Route.ActionArgs) => {
    const asking = await requireAsking(args);
    return answerHelpOne(asking, args.params.contributionId, await args.request.formData());
  }),
);

export const handle = REFERRAL_HANDLE;

export default function ReferrersHelpOne({ loaderData }: Route.ComponentProps) {
  return <HelpOnePage {...loaderData} />;
}
