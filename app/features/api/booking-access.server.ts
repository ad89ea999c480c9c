import { findAccessibleBooking, type BookingAccess } from "#app/features/booking/guards.server.ts";
import type { Deps } from "#app/deps.server.ts";
import { bookingNotFound } from "./errors.ts";

type Visit = { deps: Deps; request: Request };

/** The booking's token that a call carries, in its address or in its body; empty text counts as not given. */
export function tokenOfCall(request: Request, bodyToken?: string): string | null {
  return new URL(request.url).searchParams.get("token") || bodyToken || null;
}

/**
 * Loads a booking and proves the caller's right to it by `?token=`, a token in the body, a grant, ownership or staff
 * (DESIGN decisions 16 and 32). Throws the one 404 that says nothing about whether the booking is there.
 */
export async function requireBookingAccess(
  { deps, request }: Visit,
  bookingId: string | null | undefined,
  bodyToken?: string,
): Promise<BookingAccess> {
  const token = tokenOfCall(request, bodyToken);
  const access = bookingId ? await findAccessibleBooking(deps, request, bookingId, token) : null;
  if (!access) throw bookingNotFound();
  return access;
}
