import type { Deps } from "#app/deps.server.ts";
import {
  requireStaff,
  type RouteContext,
  type SignedInRequest,
} from "#app/features/accounts/guards.server.ts";
import { noteStaffView } from "#app/features/audit/note-staff-view.server.ts";
import { readBookingFile, type BookingFile } from "./read-booking-file.server.ts";

/** Everything about one booking, for a staff page; records that it was viewed. Throws the not-found page. */
export async function openBookingFile(
  deps: Deps,
  bookingId: string,
  by: SignedInRequest["by"],
): Promise<BookingFile> {
  const file = await readBookingFile(deps, bookingId);
  const subject = { kind: "booking" as const, id: bookingId };
  await noteStaffView(deps, { action: "booking.viewed", subject, ...by });
  return file;
}

/** A booking for a form that changes it, and the version that the form carries. Throws as `openBookingFile`. */
export async function openBookingForChange(context: RouteContext, request: Request, bookingId: string) {
  const { deps, by } = await requireStaff(context, request);
  const { booking, version } = await openBookingFile(deps, bookingId, by);
  return { booking, version };
}
