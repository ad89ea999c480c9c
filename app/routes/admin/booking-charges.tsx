import { requireMoneyHandler } from "#app/features/accounts/sign-in/guards.server.ts";
import { makerOf } from "#app/features/billing/makers.server.ts";
import { requireBookingRow } from "#app/features/booking/record/guards.server.ts";
import { ChargesOfBooking, ProposeCards } from "#app/features/charges/charge-parts.tsx";
import { answerStaffCharges, readStaffCharges } from "#app/features/charges/staff-charges.server.ts";
import { claimedMiles } from "#app/features/pay/claim-rows.server.ts";
import { useActionData } from "react-router";
import { once } from "#app/platform/http/once.server.ts";
import { Alert, Done } from "#app/ui/alert.tsx";
import { Page } from "#app/ui/page.tsx";
import { useKeyOf, useSaid } from "#app/ui/use-done.ts";
import type { Route } from "./+types/booking-charges";

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { deps } = await requireMoneyHandler(context, request);
  const booking = await requireBookingRow(deps, params.bookingId);
  const isOwn = (await makerOf(deps, booking.id)) === "own";
  const milesOf = (ids: readonly string[]) => claimedMiles(deps.db, ids);
  return {
    page: await readStaffCharges(deps, booking, { milesOf, isOwn }),
    said: answerStaffCharges.said(request),
  };
}

export const action = once(async ({ request, params, context }: Route.ActionArgs) => {
  const { deps, by } = await requireMoneyHandler(context, request);
  const booking = await requireBookingRow(deps, params.bookingId);
  const form = await request.formData();
  return answerStaffCharges({ deps, by, booking, form, page: `/admin/bookings/${booking.id}/charges` });
});

export { revalidateAfterConflict as shouldRevalidate } from "#app/forms/revalidate-after-conflict.ts";

export default function BookingCharges({ loaderData: { page, ...shown } }: Route.ComponentProps) {
  const said = useSaid(shown.said);
  const key = useKeyOf(said);
  // After a refusal the forms stay, with what was typed: somebody may have restricted the booking since.
  const isRefused = useActionData() !== undefined;
  return (
    <Page title={`Charges ${page.reference}`}>
      <Done text={said} />
      {page.refusal ? (
        <Alert tone="warning">
          <p>{page.refusal}</p>
        </Alert>
      ) : null}
      <ChargesOfBooking key={`charges ${key}`} page={page} />
      {page.refusal && !isRefused ? null : <ProposeCards key={`propose ${key}`} page={page} />}
    </Page>
  );
}
