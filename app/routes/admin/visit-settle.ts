import { data, redirect } from "react-router";
import { requireStaff } from "#app/features/accounts/sign-in/guards.server.ts";
import { RESTRICTED } from "#app/features/data-protection/restriction.ts";
import { settleVisit } from "#app/features/visits/agree/settle-visit.server.ts";
import { once } from "#app/platform/http/once.server.ts";
import type { Route } from "./+types/visit-settle";

export const action = once(async ({ request, params, context }: Route.ActionArgs) => {
  const { deps, by } = await requireStaff(context, request);
  const keys = (await request.formData()).getAll("problems").map(String);
  const done = await settleVisit(deps, { ...by, visitId: params.visitId, keys });
  if (done === null) throw data(null, { status: 404 });
  if (done.isRestricted) throw data({ heading: "This was not done", message: RESTRICTED }, { status: 409 });
  throw redirect(`/admin/bookings/${done.bookingId}${done.isSettled ? "?done=settled" : ""}`);
});

export async function loader({ request, context }: Route.LoaderArgs) {
  await requireStaff(context, request);
  throw redirect("/admin/dashboard");
}

/** Never rendered: with a component the route's errors are pages. */
export default function VisitSettle() {
  return null;
}
