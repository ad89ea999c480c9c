import type { RequestScope } from "#app/context.ts";
import { actorOf } from "#app/features/accounts/session/principal.server.ts";
import { requireBooking } from "#app/features/booking/record/guards.server.ts";
import type { Asking } from "./help-page.server.ts";

/** Checks the right to a booking, whose referrer asks others. Throws and gives headers as `requireBooking`. */
export async function requireAsking(scope: RequestScope, request: Request, bookingId: string) {
  const { booking, principal, headers } = await requireBooking(scope.deps, request, bookingId);
  const by = { actor: actorOf(principal), requestId: scope.requestId };
  return { scope, booking, by, headers, area: "referrer" } satisfies Asking;
}
