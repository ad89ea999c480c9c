import { redirect } from "react-router";
import { requireReferralSteps } from "#app/features/referral/guards.server.ts";
import { FIRST_STEP, REFERRAL_HANDLE, stepPath } from "#app/features/referral/journey.ts";
import type { Route } from "./+types/start";

export async function loader(args: Route.LoaderArgs) {
  const { booking, headers } = await requireReferralSteps(args);
  throw redirect(stepPath(booking.id, FIRST_STEP) + new URL(args.request.url).search, { headers });
}

export const handle = REFERRAL_HANDLE;

/** Never rendered: with a component the route's errors are pages. */
export default function Start() {
  return null;
}
