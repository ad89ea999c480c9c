import type { Deps } from "#app/deps.server.ts";
import { decryptPayload } from "#app/features/outbox/enqueue.server.ts";
import type { BookingRow } from "#app/features/booking/tables.ts";
import type { OutboxRow } from "#app/features/outbox/tables.ts";
import { calendarNote, type CalendarEntry } from "./calendar-file.server.ts";
import { shadesOf } from "#app/features/settings/colour.ts";
import { companyDetails } from "#app/features/settings/site.ts";
import { bookingLinks } from "./mail-links.server.ts";
import { type MailInput, mailBooking } from "#app/features/mail/templates/mail-input.ts";
import type { Site } from "./templates/parts.tsx";

export function mailSite({ env, settings }: Pick<Deps, "env" | "settings">): Site {
  const { company, mailTexts } = settings.current();
  const { accent, tint, onDark } = shadesOf(company.accent);
  return {
    name: company.name,
    origin: env.APP_ORIGIN,
    phone: company.phone,
    email: company.email,
    accent,
    tint,
    accentOnDark: onDark,
    details: companyDetails(company),
    bankDetails: company.bankDetails,
    footer: mailTexts.footer,
    texts: mailTexts.texts,
  };
}

export function mailInput(
  deps: Deps,
  row: Pick<OutboxRow, "id" | "topic" | "payload_sealed">,
  booking: BookingRow | null,
  entry: CalendarEntry | null,
): MailInput {
  // `enqueueMail` stored exactly this topic's payload.
  return {
    topic: row.topic,
    payload: decryptPayload(deps.secrets, row),
    site: mailSite(deps),
    ...(booking ? { booking: mailBooking(booking, bookingLinks(deps, booking), calendarNote(entry)) } : {}),
  } as MailInput;
}
