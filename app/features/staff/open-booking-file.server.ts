import type { RequestScope } from "#app/context.ts";
import { requireStaff } from "#app/features/accounts/guards.server.ts";
import { actorOf, type Principal } from "#app/features/accounts/principal.server.ts";
import { noteStaffView } from "#app/features/audit/note-staff-view.server.ts";
import { readBookingFile, type BookingFile } from "./read-booking-file.server.ts";

/** Everything about one booking, for a staff page; records that it was viewed. Throws the not-found page. */
export async function openBookingFile(
  { deps, requestId }: Pick<RequestScope, "deps" | "requestId">,
  staff: Principal,
  bookingId: string,
): Promise<BookingFile> {
  const file = await readBookingFile(deps, bookingId);
  const subject = { kind: "booking" as const, id: bookingId };
  await noteStaffView(deps, { action: "booking.viewed", subject, actor: actorOf(staff), requestId });
  return file;
}

/** A booking for a form that changes it, and the version that the form carries. Throws as `openBookingFile`. */
export async function openBookingForChange(scope: RequestScope, request: Request, bookingId: string) {
  const staff = await requireStaff(scope, request);
  const { booking, version } = await openBookingFile(scope, staff, bookingId);
  return { booking, version };
}
