import type { Deps } from "#app/deps.server.ts";
import { requireColleagueHere } from "#app/features/accounts/sign-in/guards.server.ts";
import { OwnBusyFeed } from "#app/features/assessors/busy/busy-feed-card.tsx";
import { busyForms } from "#app/features/assessors/busy/busy-forms.server.ts";
import { findBusyFeed } from "#app/features/assessors/busy/busy-times.server.ts";
import type { ActedByRequest } from "#app/features/audit/record-audit.server.ts";
import { refused, type Refused } from "#app/features/booking/record/change-booking.server.ts";
import { changeFeed, feedAddress } from "#app/features/visits/calendar/calendar-feed.server.ts";
import { answerForms, formOf, type Sent } from "#app/forms/answer-forms.server.ts";
import { once } from "#app/platform/http/once.server.ts";
import type { Route } from "./+types/own-calendar";
import { PostForm } from "#app/forms/post-form.tsx";
import { Done } from "#app/ui/alert.tsx";
import { Button } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { CopyField } from "#app/ui/copy-field.tsx";
import { Page } from "#app/ui/page.tsx";
import { useSaid } from "#app/ui/use-done.ts";

const PAGES = { staff: "/admin/security/calendar", assessor: "/assessor/calendar" };
const SHOWN = { staff: "all visits", assessor: "your visits and the time of travel" };

type Posted = Sent & { deps: Deps; by: ActedByRequest; userId: string };

const form = formOf<Posted, Refused<"not-found">>();

const answer = answerForms(
  {
    on: form({
      change: ({ deps, by, userId }) => changeFeed(deps, { ...by, userId, isOn: true }),
      said: "The calendar has a new address. Earlier ones no longer work.",
    }),
    off: form({
      change: ({ deps, by, userId }) => changeFeed(deps, { ...by, userId, isOn: false }),
      said: "The calendar is off. Its address no longer works.",
    }),
    ...busyForms,
  },
  {
    words: { "not-found": null },
    guard: ({ page }, intent) =>
      Object.hasOwn(busyForms, intent) && page !== PAGES.assessor ? refused("not-found") : undefined,
  },
);

export async function loader({ request, context }: Route.LoaderArgs) {
  const { deps, user } = await requireColleagueHere(context, request);
  return {
    kind: user.kind,
    address: await feedAddress(deps, user.userId),
    feed: user.kind === "assessor" ? await findBusyFeed(deps, user.userId) : null,
    done: answer.said(request),
  };
}

export const action = once(async ({ request, context }: Route.ActionArgs) => {
  const { deps, user, by } = await requireColleagueHere(context, request);
  const sent = await request.formData();
  return answer({ deps, by, form: sent, userId: user.userId, page: PAGES[user.kind] });
});

/** A user's own calendar address, with the buttons that make, renew and revoke it; an assessor's other calendar. */
export default function OwnCalendar({ loaderData }: Route.ComponentProps) {
  const { address, kind, feed, done } = loaderData;
  const said = useSaid(done);
  return (
    <Page title="Calendar">
      <Done text={said} />
      <p className="lead">
        Your calendar program can show {SHOWN[kind]}. Some programs read the address once a day only, so our
        emails say it first.
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
          <Button look={address === null ? "main" : "quiet"} intent="on">
            {address === null ? "Make an address" : "Make a new address"}
          </Button>
          {address === null ? null : (
            <Button look="danger" intent="off">
              Turn off
            </Button>
          )}
        </PostForm>
      </Card>
      {kind === "assessor" ? <OwnBusyFeed feed={feed} /> : null}
    </Page>
  );
}
