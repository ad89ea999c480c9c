import { data, redirect } from "react-router";
import { requireStaff } from "#app/features/accounts/sign-in/guards.server.ts";
import { readSeen } from "#app/features/visits/plan/addresses.ts";
import { visitRefusal } from "#app/features/visits/agree/refusals.ts";
import { placeVisitAt } from "#app/features/visits/agree/settle-visit.server.ts";
import { once } from "#app/platform/http/once.server.ts";
import type { Route } from "./+types/visit-address";

const CHANGED =
  "The records have another address by now. Go back to the booking, and see which one is right.";

export const action = once(async ({ request, params, context }: Route.ActionArgs) => {
  const { deps, by } = await requireStaff(context, request);
  const form = await request.formData();
  const key = form.get("address");
  if (typeof key !== "string") throw data(null, { status: 400 });
  const done = await placeVisitAt(deps, {
    ...by,
    ...{ visitId: params.visitId, key, version: Number(form.get("version")) },
    seen: readSeen(String(form.get("addressesSeen"))) ?? [],
    isReferrerTold: form.get("notify") === "on",
  });
  if (done === null) throw data(null, { status: 404 });
  const { bookingId, refusal } = done;
  if (refusal === null) throw redirect(`/admin/bookings/${bookingId}?done=address`);
  const message =
    refusal.problem === "changed-address" || refusal.problem === "not-found"
      ? CHANGED
      : visitRefusal(refusal, { mayOverrule: false });
  throw data({ heading: "The address was not changed", message }, { status: 409 });
});

export async function loader({ request, context }: Route.LoaderArgs) {
  await requireStaff(context, request);
  throw redirect("/admin/dashboard");
}

/** Never rendered: with a component the route's errors are pages. */
export default function VisitAddress() {
  return null;
}
