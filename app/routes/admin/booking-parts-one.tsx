import { data } from "react-router";
import { requireStaffAsking } from "#app/features/contributions/staff-guards.server.ts";
import { HelpOnePage } from "#app/features/contributions/help-one.tsx";
import { answerHelpOne, readHelpOne, saidOnHelpOne } from "#app/features/contributions/help-page.server.ts";
import { once } from "#app/platform/http/once.server.ts";
import type { Route } from "./+types/booking-parts-one";

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const asking = await requireStaffAsking(context, request, params.bookingId);
  const page = await readHelpOne(asking, params.contributionId);
  return data({ page, done: saidOnHelpOne(request) }, { headers: asking.headers });
}

export const action = once(async ({ request, params, context }: Route.ActionArgs) => {
  const asking = await requireStaffAsking(context, request, params.bookingId);
  return answerHelpOne(asking, params.contributionId, await request.formData());
});

export default function BookingPartsOne({ loaderData }: Route.ComponentProps) {
  return <HelpOnePage {...loaderData} />;
}
