import { findAccessibleBooking, type BookingAccess } from "#app/features/booking/record/guards.server.ts";
import type { Deps } from "#app/deps.server.ts";
import { bookingNotFound } from "./errors.ts";

export type ApiRequest = { deps: Deps; request: Request };

export const tokenOfCall = (request: Request, bodyToken?: string): string | null =>
  new URL(request.url).searchParams.get("token") || bodyToken || null;

/** Throws the same 404 for an unknown booking as for one that the caller may not see. */
export async function requireBookingAccess(
  { deps, request }: ApiRequest,
  bookingId: string | null | undefined,
  bodyToken?: string,
): Promise<BookingAccess> {
  const token = tokenOfCall(request, bodyToken);
  const access = bookingId ? await findAccessibleBooking(deps, request, bookingId, token) : null;
  if (!access) throw bookingNotFound();
  return access;
}
