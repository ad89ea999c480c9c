import { data, redirect } from "react-router";
import { requireStaff } from "#app/features/accounts/sign-in/guards.server.ts";
import { findVisit } from "#app/features/visits/record/find-visits.server.ts";
import { answerVisitButton } from "#app/features/visits/staff-pages/answer-visit-button.server.ts";
import { once } from "#app/platform/http/once.server.ts";
import type { Route } from "./+types/visit-button";

export const action = once(async ({ request, params, context }: Route.ActionArgs) => {
  const { deps, by } = await requireStaff(context, request);
  const visit = await findVisit(deps, params.visitId);
  if (!visit) throw data(null, { status: 404 });
  const form = await request.formData();
  const page = `/admin/bookings/${visit.booking_id}`;
  return answerVisitButton({ deps, by, visit, form, page, button: params.button });
});

export async function loader({ request, context }: Route.LoaderArgs) {
  await requireStaff(context, request);
  throw redirect("/admin/dashboard");
}

/** Never rendered: with a component the route's errors are pages. */
export default function VisitButton() {
  return null;
}
