import type { Secrets } from "#app/platform/secrets.server.ts";
import type { BookingRow } from "#app/platform/tables.ts";
import { NO_CLIENT_DETAILS, type ClientDetails } from "./client-details.ts";

/** Sealing of the booking's two encrypted columns; each value opens only in its own row (DESIGN decision 30). */

const clientPlace = (bookingId: string) => `bookings.client_details_sealed:${bookingId}`;
const otherPlace = (bookingId: string) => `bookings.other_details_sealed:${bookingId}`;

/** The value for `client_details_sealed`. */
export function sealClientDetails(secrets: Secrets, bookingId: string, details: ClientDetails): string {
  return secrets.encrypt(JSON.stringify(details), clientPlace(bookingId));
}

/** The client's details of a booking; all null when none were given. */
export function openClientDetails(
  secrets: Secrets,
  booking: Pick<BookingRow, "id" | "client_details_sealed">,
): ClientDetails {
  if (booking.client_details_sealed === null) return NO_CLIENT_DETAILS;
  const opened = JSON.parse(secrets.decrypt(booking.client_details_sealed, clientPlace(booking.id)));
  return { ...NO_CLIENT_DETAILS, ...(opened as Partial<ClientDetails>) };
}

/** The value for `other_details_sealed`: what the referrer wrote under Other. */
export function sealOtherDetails(secrets: Secrets, bookingId: string, text: string): string {
  return secrets.encrypt(text, otherPlace(bookingId));
}

/** What the referrer wrote under Other; null when it was not chosen. */
export function openOtherDetails(
  secrets: Secrets,
  booking: Pick<BookingRow, "id" | "other_details_sealed">,
): string | null {
  if (booking.other_details_sealed === null) return null;
  return secrets.decrypt(booking.other_details_sealed, otherPlace(booking.id));
}
