import { data } from "react-router";
import { requireStaffAsking } from "#app/features/contributions/staff-guards.server.ts";
import { HelpListPart } from "#app/features/contributions/help-list.tsx";
import { readHelpList } from "#app/features/contributions/help-page.server.ts";
import { Page } from "#app/ui/page.tsx";
import type { Route } from "./+types/booking-parts";

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const asking = await requireStaffAsking(context, request, params.bookingId);
  return data(await readHelpList(asking), { headers: asking.headers });
}

export default function BookingParts({ loaderData: page }: Route.ComponentProps) {
  return (
    <Page title="Parts asked of others">
      <HelpListPart page={page} />
    </Page>
  );
}
