import { redirect } from "react-router";
import { requireColleagueHere } from "#app/features/accounts/sign-in/guards.server.ts";
import { changeFeed, feedAddress } from "#app/features/visits/calendar/calendar-feed.server.ts";
import { CalendarPage } from "#app/features/visits/calendar/calendar-page.tsx";
import { once } from "#app/platform/http/once.server.ts";
import type { Route } from "./+types/own-calendar";

const PAGES = { staff: "/admin/security/calendar", assessor: "/assessor/calendar" };
const SHOWN = { staff: "all visits", assessor: "your visits and the time of travel" };

export async function loader({ request, context }: Route.LoaderArgs) {
  const { deps, user } = await requireColleagueHere(context, request);
  return { address: await feedAddress(deps, user.userId), kind: user.kind };
}

export const action = once(async ({ request, context }: Route.ActionArgs) => {
  const { deps, user, by } = await requireColleagueHere(context, request);
  const isOn = (await request.formData()).get("intent") === "on";
  await changeFeed(deps, { ...by, userId: user.userId, isOn });
  throw redirect(`${PAGES[user.kind]}?done=${isOn ? "on" : "off"}`);
});

export default function OwnCalendar({ loaderData: { address, kind } }: Route.ComponentProps) {
  return <CalendarPage address={address} what={SHOWN[kind]} />;
}
