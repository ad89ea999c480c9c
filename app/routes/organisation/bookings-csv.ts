import { organisationBookingsFile } from "#app/features/organisations/own/bookings.server.ts";
import { readListView } from "#app/features/organisations/own/list-view.ts";
import { requireMember } from "#app/features/organisations/record/member-guards.server.ts";
import type { Route } from "./+types/bookings-csv";

export async function loader({ request, context }: Route.LoaderArgs) {
  const { deps, user, by, member } = await requireMember(context, request);
  const view = readListView(new URL(request.url).searchParams);
  return organisationBookingsFile(deps, { user, member }, view, by);
}
