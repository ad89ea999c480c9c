import type { BookingRow } from "#app/features/booking/fields/tables.ts";

export const clientName = (booking: Pick<BookingRow, "client_first_name" | "client_last_name">) =>
  [booking.client_first_name, booking.client_last_name].filter(Boolean).join(" ");

export const referrerName = (booking: Pick<BookingRow, "referrer_first_name" | "referrer_last_name">) =>
  `${booking.referrer_first_name} ${booking.referrer_last_name}`.trim();

/** `booked by Deepa Shah (Westmere Council)` */
export const bookedByWords = (
  booking: Parameters<typeof referrerName>[0] & Pick<BookingRow, "referrer_organisation">,
) =>
  `booked by ${referrerName(booking)}${booking.referrer_organisation ? ` (${booking.referrer_organisation})` : ""}`;
