import { exportOrganisationBookings } from "#app/features/organisations/own/bookings.server.ts";
import { readListView } from "#app/features/organisations/own/list-view.ts";
import { requireMember } from "#app/features/organisations/record/member-guards.server.ts";
import { londonDate } from "#app/platform/dates.ts";
import type { Route } from "./+types/bookings-csv";

export async function loader({ request, context }: Route.LoaderArgs) {
  const { deps, user, by, member } = await requireMember(context, request);
  const view = readListView(new URL(request.url).searchParams);
  const csv = await exportOrganisationBookings(deps, { user, member }, view, by);
  return new Response(csv, {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": `attachment; filename="bookings-${londonDate(deps.clock.now())}.csv"`,
    },
  });
}
