import { data, redirect } from "react-router";
import { requireStaff } from "#app/features/accounts/sign-in/guards.server.ts";
import { dealWithUnsafeVisit } from "#app/features/visits/outcome/record-outcome.server.ts";
import { once } from "#app/platform/http/once.server.ts";
import type { Route } from "./+types/visit-dealt-with";

export const action = once(async ({ request, params, context }: Route.ActionArgs) => {
  const { deps, by } = await requireStaff(context, request);
  const bookingId = await dealWithUnsafeVisit(deps, { ...by, visitId: params.visitId });
  if (bookingId === null) throw data(null, { status: 404 });
  throw redirect(`/admin/bookings/${bookingId}?done=dealt-with`);
});

export async function loader({ request, context }: Route.LoaderArgs) {
  await requireStaff(context, request);
  throw redirect("/admin/dashboard");
}

/** Never rendered: with a component the route's errors are pages. */
export default function VisitDealtWith() {
  return null;
}
