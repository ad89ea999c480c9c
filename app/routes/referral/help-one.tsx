import { data } from "react-router";
import { requestScope } from "#app/context.ts";
import { HelpOnePage } from "#app/features/contributions/help-one.tsx";
import { answerHelpOne, readHelpOne, saidOnHelpOne } from "#app/features/contributions/help-page.server.ts";
import { requireAsking } from "#app/features/contributions/referrer-guards.server.ts";
import { REFERRAL_HANDLE } from "#app/features/referral/journey.ts";
import { once } from "#app/platform/http/once.server.ts";
import { formLimit, LONG_FORM } from "#app/platform/http/form-limit.server.ts";
import type { Route } from "./+types/help-one";

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const asking = await requireAsking(context.get(requestScope), request, params.bookingId);
  const page = await readHelpOne(asking, params.contributionId);
  return data({ page, done: saidOnHelpOne(request) }, { headers: asking.headers });
}

export const action = formLimit(
  LONG_FORM,
  once(async ({ request, params, context }: Route.ActionArgs) => {
    const asking = await requireAsking(context.get(requestScope), request, params.bookingId);
    return answerHelpOne(asking, params.contributionId, await request.formData());
  }),
);

export const handle = REFERRAL_HANDLE;

export default function ReferrersHelpOne({ loaderData }: Route.ComponentProps) {
  return <HelpOnePage {...loaderData} />;
}
