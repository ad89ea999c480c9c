import type { Deps } from "#app/deps.server.ts";
import { openPayload } from "#app/features/outbox/enqueue.server.ts";
import type { BookingRow } from "#app/features/booking/tables.ts";
import type { OutboxRow } from "#app/features/outbox/tables.ts";
import { calendarNote, type CalendarEntry } from "./calendar-file.server.ts";
import { bookingLinks } from "./mail-links.server.ts";
import type { MailInput } from "./templates/render-mail.tsx";
import { mailBooking } from "./templates/template.ts";

/** The input of the row's template. `booking` is there for topics about one. */
export function mailInput(
  deps: Pick<Deps, "env" | "secrets">,
  row: Pick<OutboxRow, "id" | "topic" | "payload_sealed">,
  booking: BookingRow | null,
  entry: CalendarEntry | null,
): MailInput {
  const { env } = deps;
  // `enqueueMail` stored exactly this topic's payload.
  return {
    topic: row.topic,
    payload: openPayload(deps.secrets, row),
    site: { name: env.SITE_NAME, origin: env.APP_ORIGIN, phone: env.CONTACT_PHONE, email: env.CONTACT_EMAIL },
    ...(booking ? { booking: mailBooking(booking, bookingLinks(deps, booking), calendarNote(entry)) } : {}),
  } as MailInput;
}
