import { data, redirect } from "react-router";
import { requireStaff } from "#app/features/accounts/sign-in/guards.server.ts";
import { bookingNotFoundPage } from "#app/features/booking/record/guards.server.ts";
import { ERASED } from "#app/features/data-protection/restriction.ts";
import { renewAccessLink } from "#app/features/staff/booking/booking-links.server.ts";
import { once } from "#app/platform/http/once.server.ts";
import type { Route } from "./+types/booking-link";

export async function loader({ request, params, context }: Route.LoaderArgs) {
  await requireStaff(context, request);
  throw redirect(`/admin/bookings/${encodeURIComponent(params.bookingId)}`);
}

export const action = once(async ({ request, params, context }: Route.ActionArgs) => {
  const { deps, by } = await requireStaff(context, request);
  const isOldLinkRevoked = (await request.formData()).get("revoke") === "on";
  const result = await renewAccessLink(deps, { bookingId: params.bookingId, isOldLinkRevoked, ...by });
  const problem = result.ok ? null : result.problem;
  if (problem === "not-found") throw bookingNotFoundPage();
  if (problem === "erased") throw data({ heading: "Nothing was sent", message: ERASED }, { status: 409 });
  const done = isOldLinkRevoked ? "?done=link-replaced" : "?done=link";
  throw redirect(`/admin/bookings/${params.bookingId}${result.ok ? done : ""}`);
});

/** Never rendered: with a component the route's errors are pages. */
export default function BookingLink() {
  return null;
}
