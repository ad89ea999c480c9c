import { findAccessibleBooking } from "#app/features/booking/guards.server.ts";
import type { Deps } from "#app/deps.server.ts";
import type { BookingRow } from "#app/features/booking/tables.ts";

/** The booking that the visitor may register for, by its token or cookie, not as staff; null also for an unknown one.
 * `token` as in `findAccessibleBooking`. */
export async function findRegistrableBooking(
  deps: Pick<Deps, "env" | "db" | "clock" | "secrets">,
  request: Request,
  bookingId: string,
  token?: string | null,
): Promise<BookingRow | null> {
  const access = await findAccessibleBooking(deps, request, bookingId, token);
  return access && (access.by === "token" || access.by === "grant") ? access.booking : null;
}
