import { data } from "react-router";
import { HelpListPart } from "#app/features/contributions/help-list.tsx";
import { readHelpList } from "#app/features/contributions/help-page.server.ts";
import { requireAsking } from "#app/features/contributions/asking-guards.server.ts";
import { FIRST_STEP, REFERRAL_HANDLE, stepPath } from "#app/features/referral/journey.ts";
import { Page } from "#app/ui/page.tsx";
import type { Route } from "./+types/help";

export async function loader(args: Route.LoaderArgs) {
  const asking = await requireAsking(args);
  return data(await readHelpList(asking), { headers: asking.headers });
}

export const handle = REFERRAL_HANDLE;

export default function Help({ loaderData: page }: Route.ComponentProps) {
  return (
    <Page
      {...(page.area === "staff"
        ? { title: "Parts asked of others" }
        : {
            title: "Ask somebody to fill in a part",
            back: { label: "Back to the referral forms", to: stepPath(page.bookingId, FIRST_STEP) },
          })}
    >
      <HelpListPart page={page} />
    </Page>
  );
}
