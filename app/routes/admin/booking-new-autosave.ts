import { requireStaff } from "#app/features/accounts/sign-in/guards.server.ts";
import { answerDraftSave } from "#app/features/staff/new-booking/answer-new-booking.server.ts";
import type { Route } from "./+types/booking-new-autosave";

/** Takes what the page of a new booking saves while somebody types. Harmless to repeat. */
export async function action({ request, context }: Route.ActionArgs) {
  return answerDraftSave({ ...(await requireStaff(context, request)), request });
}
