import { redirect } from "react-router";
import { requireColleagueHere } from "#app/features/accounts/sign-in/guards.server.ts";
import { changeFeed, feedAddress } from "#app/features/visits/calendar/calendar-feed.server.ts";
import { once } from "#app/platform/http/once.server.ts";
import type { Route } from "./+types/own-calendar";
import { PostForm } from "#app/forms/post-form.tsx";
import { Done } from "#app/ui/alert.tsx";
import { Button } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { CopyField } from "#app/ui/copy-field.tsx";
import { Page } from "#app/ui/page.tsx";
import { useDone } from "#app/ui/use-done.ts";

const DONE = {
  on: "The calendar has a new address. Earlier ones no longer work.",
  off: "The calendar is off. Its address no longer works.",
};

/** A user's own calendar address, with the buttons that make, renew and revoke it. */
function CalendarPage({ address, what }: { address: string | null; what: string }) {
  const said = useDone(DONE);
  return (
    <Page title="Calendar">
      <Done text={said} />
      <p className="lead">
        Your calendar program can show {what}. Some programs read the address once a day only, so our emails
        say it first.
      </p>
      <Card heading="Secret address" className="stack">
        {address === null ? (
          <p>The calendar is off.</p>
        ) : (
          <>
            <p>Whoever knows this address sees days, times, references and towns. Share it with nobody.</p>
            <CopyField id="calendar-address" label="Address" value={address} />
          </>
        )}
        <PostForm className="actions">
          <Button look={address === null ? "main" : "quiet"} name="intent" value="on">
            {address === null ? "Make an address" : "Make a new address"}
          </Button>
          {address === null ? null : (
            <Button look="danger" name="intent" value="off">
              Turn off
            </Button>
          )}
        </PostForm>
      </Card>
    </Page>
  );
}

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
