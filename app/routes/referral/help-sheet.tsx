import { data } from "react-router";
import { requestScope } from "#app/context.ts";
import { readSheetOf } from "#app/features/contributions/help-sheet.server.ts";
import { requireAsking } from "#app/features/contributions/referrer-guards.server.ts";
import { Sheet } from "#app/features/contributions/sheet.tsx";
import { REFERRAL_HANDLE } from "#app/features/referral/journey.ts";
import type { Route } from "./+types/help-sheet";

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const asking = await requireAsking(context.get(requestScope), request, params.bookingId);
  return data(await readSheetOf(asking, params.contributionId), { headers: asking.headers });
}

export const handle = REFERRAL_HANDLE;

export default function HelpSheet({ loaderData }: Route.ComponentProps) {
  return <Sheet sheet={loaderData} />;
}
