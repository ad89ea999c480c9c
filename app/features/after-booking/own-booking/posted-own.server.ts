import { requestScope, type RequestScope } from "#app/context.ts";
import { requireOwnBooking } from "#app/features/after-booking/pages/booking-page.server.ts";
import { actorOf } from "#app/features/accounts/session/principal.server.ts";
import type { RouteContext } from "#app/features/accounts/sign-in/guards.server.ts";
import type { ActedByRequest } from "#app/features/audit/record-audit.server.ts";
import type { Sent } from "#app/forms/answer-forms.server.ts";

export type OwnPage = { request: Request; params: { bookingId: string }; context: RouteContext };

export type PostedOwn = Sent & { scope: RequestScope; bookingId: string; by: ActedByRequest };

/** A form that was sent from a page of a booking, for `answerForms`; what is done leads to the booking's page.
 * Throws as `requireOwnBooking`. */
export async function postedOwn({ request, params, context }: OwnPage): Promise<PostedOwn> {
  const scope = context.get(requestScope);
  const { booking, principal, headers } = await requireOwnBooking(scope.deps, request, params.bookingId);
  return {
    ...{ form: await request.formData(), page: `/booking/${booking.id}`, headers },
    ...{ scope, bookingId: booking.id },
    by: { actor: actorOf(principal), requestId: scope.requestId },
  };
}
