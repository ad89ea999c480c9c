import { BackToBooking } from "#app/features/after-booking/own-booking/own-booking.tsx";
import { data, redirect } from "react-router";
import { requestScope } from "#app/context.ts";
import { actorOf } from "#app/features/accounts/session/principal.server.ts";
import { openBooking, requireOwnBooking } from "#app/features/after-booking/pages/booking-page.server.ts";
import { START_REQUEST_WORDING } from "#app/features/booking/fields/consents.ts";
import { consumerRights } from "#app/features/booking/fields/consumer.ts";
import { bookingNotFoundPage } from "#app/features/booking/record/guards.server.ts";
import { requestStart } from "#app/features/booking/record/requests.server.ts";
import { PostForm } from "#app/forms/post-form.tsx";
import { formatLongDate, londonDate } from "#app/platform/dates.ts";
import { once } from "#app/platform/http/once.server.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Page } from "#app/ui/page.tsx";
import type { Route } from "./+types/early-start";

export async function loader(args: Route.LoaderArgs) {
  const { deps, booking, row, headers } = await openBooking(args);
  return data({ booking, rights: consumerRights(row, londonDate(deps.clock.now())) }, { headers });
}

export const action = once(async ({ request, params, context }: Route.ActionArgs) => {
  const { deps, requestId } = context.get(requestScope);
  const { booking, principal, headers } = await requireOwnBooking(deps, request, params.bookingId);
  const asked = await requestStart(deps, booking.id, { actor: actorOf(principal), requestId });
  if (!asked.ok) throw bookingNotFoundPage();
  return redirect(`/booking/${booking.id}?done=start`, { status: 303, headers });
});

export default function EarlyStart({ loaderData: { booking, rights } }: Route.ComponentProps) {
  const isOpen = rights !== null && !rights.isOver && !rights.isStartRequested;
  return (
    <Page className="prose" title="Ask us to start earlier">
      {isOpen ? (
        <>
          <p>
            You can cancel booking <strong className="inline-block">{booking.bookingReference}</strong>{" "}
            without giving a reason until {formatLongDate(rights.lastDay)}. We only come before that day if
            you ask us to:
          </p>
          <blockquote className="border-l-3 border-line pl-4">{START_REQUEST_WORDING}</blockquote>
          <PostForm className="actions">
            <Button>Yes, please start earlier</Button>
            <BackToBooking id={booking.id} />
          </PostForm>
        </>
      ) : (
        <>
          <p>There is nothing to ask for: we can plan the visit for any day.</p>
          <div className="actions">
            <ButtonLink to={`/booking/${booking.id}`}>Back to the booking</ButtonLink>
          </div>
        </>
      )}
    </Page>
  );
}
