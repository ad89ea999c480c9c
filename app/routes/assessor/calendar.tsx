import { redirect } from "react-router";
import { requireAssessor } from "#app/features/accounts/sign-in/guards.server.ts";
import { changeFeed, feedAddress } from "#app/features/visits/calendar/calendar-feed.server.ts";
import { CalendarPage } from "#app/features/visits/calendar/calendar-page.tsx";
import { once } from "#app/platform/http/once.server.ts";
import type { Route } from "./+types/calendar";

export async function loader({ request, context }: Route.LoaderArgs) {
  const { deps, user } = await requireAssessor(context, request);
  return { address: await feedAddress(deps, user.userId) };
}

export const action = once(async ({ request, context }: Route.ActionArgs) => {
  const { deps, user, by } = await requireAssessor(context, request);
  const isOn = (await request.formData()).get("intent") === "on";
  await changeFeed(deps, { ...by, userId: user.userId, isOn });
  throw redirect(`/assessor/calendar?done=${isOn ? "on" : "off"}`);
});

export default function AssessorCalendar({ loaderData: { address } }: Route.ComponentProps) {
  return <CalendarPage address={address} what="your visits and the time of travel" />;
}
