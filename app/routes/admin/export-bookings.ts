import { requireStaff } from "#app/features/accounts/sign-in/guards.server.ts";
import { readDashboardView } from "#app/features/staff/dashboard/dashboard-view.ts";
import { exportBookings } from "#app/features/staff/dashboard/export-bookings.server.ts";
import type { Route } from "./+types/export-bookings";

export async function loader({ request, context }: Route.LoaderArgs) {
  const { deps, by } = await requireStaff(context, request);
  return exportBookings(deps, readDashboardView(new URL(request.url).searchParams), by);
}
