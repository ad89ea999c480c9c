import { Link } from "react-router";
import { requireStaff } from "#app/features/accounts/sign-in/guards.server.ts";
import { DRAFT_HOURS } from "#app/features/data-protection/retention.ts";
import { answerNewBooking } from "#app/features/staff/new-booking/answer-new-booking.server.ts";
import { NewBookingForm } from "#app/features/staff/new-booking/new-booking-form.tsx";
import {
  openNewBooking,
  type NewBookingPage,
} from "#app/features/staff/new-booking/open-new-booking.server.ts";
import { PostForm } from "#app/forms/post-form.tsx";
import { formatInstant } from "#app/platform/dates.ts";
import { once } from "#app/platform/http/once.server.ts";
import { Alert, Done } from "#app/ui/alert.tsx";
import { Button } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { Page } from "#app/ui/page.tsx";
import { useDone } from "#app/ui/use-done.ts";
import type { Route } from "./+types/booking-new";

export async function loader({ request, context }: Route.LoaderArgs) {
  const { deps, user } = await requireStaff(context, request);
  return openNewBooking(deps, user.userId, request);
}

export const action = once(async ({ request, context }: Route.ActionArgs) => {
  return answerNewBooking({ ...(await requireStaff(context, request)), request });
});

export { revalidateAfterConflict as shouldRevalidate } from "#app/forms/revalidate-after-conflict.ts";

export default function NewBookingRoute({ loaderData: page }: Route.ComponentProps) {
  const said = useDone({ discarded: "The draft was discarded." });
  return (
    <Page title="New booking">
      <Done text={said} />
      {page.isExpired ? (
        <Alert tone="warning" isLive>
          <p>
            This draft is no longer here. A draft is kept for {DRAFT_HOURS} hours after it was last saved.
          </p>
        </Alert>
      ) : null}
      <p>
        For a booking that comes by telephone, on paper or by email. The numbers are those of the{" "}
        <a href="/booking?print=true" target="_blank" rel="noreferrer">
          paper form (opens in a new tab)
        </a>
        .{page.savedAt ? ` Last saved ${formatInstant(page.savedAt)}.` : null}
      </p>
      <Unfinished drafts={page.unfinished} />
      <NewBookingForm key={`${page.draftId} ${page.filledAt}`} page={page} />
    </Page>
  );
}

function Unfinished({ drafts }: { drafts: NewBookingPage["unfinished"] }) {
  if (drafts.length === 0) return null;
  return (
    <Card heading="Your unfinished bookings">
      <ul className="stack">
        {drafts.map(({ id, name, savedAt }) => (
          <li key={id} className="flex flex-wrap items-center gap-x-5 gap-y-2">
            <Link to={`/admin/bookings/new?draft=${id}`}>Continue: {name}</Link>
            <span className="note">Saved {formatInstant(savedAt)}</span>
            <PostForm>
              <input type="hidden" name="discardDraft" value={id} />
              <Button look="quiet" isSmall intent="discard" aria-label={`Discard: ${name}`}>
                Discard
              </Button>
            </PostForm>
          </li>
        ))}
      </ul>
    </Card>
  );
}
