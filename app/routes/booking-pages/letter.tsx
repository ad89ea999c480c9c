import { data } from "react-router";
import { requestScope } from "#app/context.ts";
import { actorOf } from "#app/features/accounts/session/principal.server.ts";
import { requireOwnBooking } from "#app/features/after-booking/pages/booking-page.server.ts";
import { recordStaffView } from "#app/features/audit/record-staff-view.server.ts";
import { LetterPage } from "#app/features/visits/letter/letter-page.tsx";
import { openReferrerLetter } from "#app/features/visits/letter/open-letter.server.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import type { Route } from "./+types/letter";

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { deps, requestId } = context.get(requestScope);
  const { booking, principal, headers } = await requireOwnBooking(deps, request, params.bookingId);
  const opened = await openReferrerLetter(deps, booking, request);
  if (!opened) throw data(null, { status: 404, headers });
  await recordStaffView(deps, { actor: actorOf(principal), requestId }, "booking.viewed", [
    "booking",
    booking.id,
  ]);
  return data(opened, { headers });
}

export default function ReferrerLetter({ loaderData: opened }: Route.ComponentProps) {
  return (
    <LetterPage
      opened={opened}
      back={
        <ButtonLink look="quiet" to={`/booking/${opened.bookingId}`}>
          Back to your booking
        </ButtonLink>
      }
    />
  );
}
