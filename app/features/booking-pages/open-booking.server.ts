import type { Deps } from "#app/deps.server.ts";
import { actorOf } from "#app/features/accounts/principal.server.ts";
import { noteStaffView } from "#app/features/audit/note-staff-view.server.ts";
import type { BookingRow } from "#app/features/booking/tables.ts";
import { summariseBooking, type BookingSummary } from "#app/features/booking/booking-summary.ts";
import {
  findAccessibleBooking,
  grantBooking,
  requireBooking,
  type BookingAccess,
} from "#app/features/booking/guards.server.ts";
import { readBooking } from "#app/features/booking/queries.server.ts";

type Access = Pick<Deps, "env" | "db" | "clock" | "ids" | "secrets" | "log">;

export type OpenedBooking = {
  row: BookingRow;
  booking: BookingSummary;
  /** A cookie that replaces the token in the next requests. */
  headers: { "Set-Cookie"?: string };
};

async function open(deps: Access, request: Request, access: BookingAccess): Promise<OpenedBooking> {
  const by = { actor: actorOf(access.principal), requestId: null };
  await noteStaffView(deps, by, "booking.viewed", ["booking", access.booking.id]);
  const booking = summariseBooking(await readBooking(deps, access.booking));
  const headers =
    access.by === "token" ? { "Set-Cookie": await grantBooking(deps, request, access.booking) } : {};
  return { row: access.booking, booking, headers };
}

/** Checks the right to a booking and reads what its pages show. Throws the Booking Not Found page. */
export async function openBooking(deps: Access, request: Request, bookingId: string): Promise<OpenedBooking> {
  return open(deps, request, await requireBooking(deps, request, bookingId));
}

/** As `openBooking`; null for an unknown booking or somebody else's. */
export async function findOpenBooking(
  deps: Access,
  request: Request,
  bookingId: string,
): Promise<OpenedBooking | null> {
  const access = await findAccessibleBooking(deps, request, bookingId);
  return access && open(deps, request, access);
}
