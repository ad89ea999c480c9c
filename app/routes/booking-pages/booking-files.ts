import { requestScope } from "#app/context.ts";
import { bookingRecord } from "#app/features/after-booking/own-booking/booking-record.server.ts";
import { ownCalendarEntry } from "#app/features/after-booking/pages/booking-page.server.ts";
import { requireOwnBooking } from "#app/features/after-booking/pages/booking-page.server.ts";
import { actorOf } from "#app/features/accounts/session/principal.server.ts";
import { recordStaffView } from "#app/features/audit/record-staff-view.server.ts";
import { bookingNotFoundPage } from "#app/features/booking/record/guards.server.ts";
import { calendarFile } from "#app/features/mail/calendar-file.server.ts";
import type { Route } from "./+types/booking-files";

function download(name: string, type: string, content: string, headers: HeadersInit): Response {
  const answer = new Headers(headers);
  answer.set("Content-Type", type);
  answer.set("Content-Disposition", `attachment; filename="${name}"`);
  return new Response(content, { headers: answer });
}

/** A booking's calendar file, 404 while no day is agreed, and everything about it as text. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { deps, requestId } = context.get(requestScope);
  const { booking, principal, headers } = await requireOwnBooking(deps, request, params.bookingId);
  if (new URL(request.url).pathname.endsWith("/everything.txt")) {
    const by = { actor: actorOf(principal), requestId };
    await recordStaffView(deps, by, "booking.viewed", ["booking", booking.id]);
    const text = `\uFEFF${await bookingRecord(deps, booking)}`;
    return download(`${booking.reference}.txt`, "text/plain; charset=utf-8", text, headers);
  }
  const entry = await ownCalendarEntry(deps, booking);
  if (!entry) throw bookingNotFoundPage();
  const { filename, contentType, content } = await calendarFile(deps, booking, entry);
  return download(filename, contentType, content, headers);
}
