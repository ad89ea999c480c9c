import { data } from "react-router";
import { requireStaffAsking } from "#app/features/contributions/staff-guards.server.ts";
import { AskPage } from "#app/features/contributions/ask-form.tsx";
import { answerAskForm, readAskForm } from "#app/features/contributions/help-page.server.ts";
import { once } from "#app/platform/http/once.server.ts";
import type { Route } from "./+types/booking-parts-new";

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const asking = await requireStaffAsking(context, request, params.bookingId);
  return data(await readAskForm(asking), { headers: asking.headers });
}

export const action = once(async ({ request, params, context }: Route.ActionArgs) => {
  const asking = await requireStaffAsking(context, request, params.bookingId);
  return answerAskForm(asking, await request.formData());
});

export default function BookingPartsNew({ loaderData: page }: Route.ComponentProps) {
  return <AskPage page={page} />;
}
