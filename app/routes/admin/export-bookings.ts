import { requireStaff } from "#app/features/accounts/sign-in/guards.server.ts";
import { readDashboardView } from "#app/features/staff/dashboard/dashboard-view.ts";
import { exportBookings } from "#app/features/staff/dashboard/export-bookings.server.ts";
import { londonDate } from "#app/platform/dates.ts";
import type { Route } from "./+types/export-bookings";

export async function loader({ request, context }: Route.LoaderArgs) {
  const { deps, by } = await requireStaff(context, request);
  const view = readDashboardView(new URL(request.url).searchParams);
  const csv = await exportBookings(deps, view, by);
  return new Response(csv, {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": `attachment; filename="bookings-${londonDate(deps.clock.now())}.csv"`,
    },
  });
}
