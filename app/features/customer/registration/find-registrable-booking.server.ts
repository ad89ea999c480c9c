import { findAccessibleBooking } from "#app/features/booking/guards.server.ts";
import type { Deps } from "#app/deps.server.ts";
import type { BookingRow } from "#app/features/booking/tables.ts";

/**
 * The booking for which the caller may make a customer account: by its token or a grant of it, not by being staff
 * (DESIGN decision 17). Null alike for one that is not there. `token` as in `findAccessibleBooking`.
 */
export async function findRegistrableBooking(
  deps: Pick<Deps, "env" | "db" | "clock" | "secrets">,
  request: Request,
  bookingId: string,
  token?: string | null,
): Promise<BookingRow | null> {
  const access = await findAccessibleBooking(deps, request, bookingId, token);
  return access && (access.by === "token" || access.by === "grant") ? access.booking : null;
}
