import { data } from "react-router";
import { requireStaffAsking } from "#app/features/contributions/staff-guards.server.ts";
import { readSheetOf } from "#app/features/contributions/help-sheet.server.ts";
import { Sheet } from "#app/features/contributions/sheet.tsx";
import type { Route } from "./+types/booking-parts-sheet";

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const asking = await requireStaffAsking(context, request, params.bookingId);
  return data(await readSheetOf(asking, params.contributionId), { headers: asking.headers });
}

export default function BookingPartsSheet({ loaderData }: Route.ComponentProps) {
  return <Sheet sheet={loaderData} />;
}
