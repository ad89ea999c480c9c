import { data } from "react-router";
import { readSheetOf } from "#app/features/contributions/help-sheet.server.ts";
import { requireAsking } from "#app/features/contributions/asking-guards.server.ts";
import { Sheet } from "#app/features/contributions/sheet.tsx";
import { REFERRAL_HANDLE } from "#app/features/referral/journey.ts";
import type { Route } from "./+types/help-sheet";

export async function loader(args: Route.LoaderArgs) {
  const asking = await requireAsking(args);
  return data(await readSheetOf(asking, args.params.contributionId), { headers: asking.headers });
}

export const handle = REFERRAL_HANDLE;

export default function HelpSheet({ loaderData }: Route.ComponentProps) {
  return <Sheet sheet={loaderData} />;
}
