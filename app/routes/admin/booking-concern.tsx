import { data, redirect } from "react-router";
import { requireStaff } from "#app/features/accounts/sign-in/guards.server.ts";
import { requireBookingRow } from "#app/features/booking/record/guards.server.ts";
import { ConcernPage } from "#app/features/safeguarding/concern-page.tsx";
import { ConcernSchema } from "#app/features/safeguarding/concern-schema.ts";
import { writeConcern } from "#app/features/safeguarding/concerns.server.ts";
import { readForm } from "#app/forms/read-form.server.ts";
import { once } from "#app/platform/http/once.server.ts";
import type { Route } from "./+types/booking-concern";

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { deps } = await requireStaff(context, request);
  const booking = await requireBookingRow(deps, params.bookingId);
  return { bookingId: booking.id, reference: booking.reference };
}

export const action = once(async ({ request, params, context }: Route.ActionArgs) => {
  const { deps, by } = await requireStaff(context, request);
  const booking = await requireBookingRow(deps, params.bookingId);
  const form = await readForm(request, ConcernSchema, "The concern was not recorded.");
  if (!form.ok) return data(form.reply, { status: 400 });
  await writeConcern(deps, { ...by, bookingId: booking.id, kind: "raised", text: form.value.concern });
  return redirect(`/admin/bookings/${booking.id}?done=concern`, 303);
});

export default function RecordConcern({ loaderData: { bookingId, reference } }: Route.ComponentProps) {
  return <ConcernPage reference={reference} backTo={`/admin/bookings/${bookingId}`} />;
}
