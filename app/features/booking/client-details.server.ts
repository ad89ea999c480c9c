import { sealedColumn, sealedJsonColumn, type Secrets } from "#app/platform/secrets.server.ts";
import type { BookingRow } from "./tables.ts";
import { NO_CLIENT_DETAILS, type ClientDetails } from "./client-details.ts";

/** Sealing of the booking's two encrypted columns; each value decrypts only in its own row (DESIGN decision 30). */

const sealedClientDetails = sealedJsonColumn<Partial<ClientDetails>>("bookings", "client_details_sealed");
const sealedOtherDetails = sealedColumn("bookings", "other_details_sealed");

/** The value for `client_details_sealed`. */
export function sealClientDetails(secrets: Secrets, bookingId: string, details: ClientDetails): string {
  return sealedClientDetails.encrypt(secrets, bookingId, details);
}

/** The client's details of a booking; all null when none were given. */
export function decryptClientDetails(
  secrets: Secrets,
  booking: Pick<BookingRow, "id" | "client_details_sealed">,
): ClientDetails {
  if (booking.client_details_sealed === null) return NO_CLIENT_DETAILS;
  const given = sealedClientDetails.decrypt(secrets, booking.id, booking.client_details_sealed);
  return { ...NO_CLIENT_DETAILS, ...given };
}

/** The value for `other_details_sealed`: what the referrer wrote under Other. */
export function sealOtherDetails(secrets: Secrets, bookingId: string, text: string): string {
  return sealedOtherDetails.encrypt(secrets, bookingId, text);
}

/** What the referrer wrote under Other; null when it was not chosen. */
export function decryptOtherDetails(
  secrets: Secrets,
  booking: Pick<BookingRow, "id" | "other_details_sealed">,
): string | null {
  if (booking.other_details_sealed === null) return null;
  return sealedOtherDetails.decrypt(secrets, booking.id, booking.other_details_sealed);
}
