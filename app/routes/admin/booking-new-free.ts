import { requireStaff } from "#app/features/accounts/sign-in/guards.server.ts";
import { answerFreeAtBooking } from "#app/features/staff/new-booking/answer-new-booking.server.ts";
import type { Route } from "./+types/booking-new-free";

/** Who is free for the visit that is typed beside a new booking: the page asks while somebody types. */
export async function action({ request, context }: Route.ActionArgs) {
  return Response.json(await answerFreeAtBooking({ ...(await requireStaff(context, request)), request }));
}
