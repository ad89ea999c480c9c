/** The `email_key` of a booking's account until its address is confirmed. */
export function unconfirmedKeyOf(bookingId: string): string {
  return `unconfirmed:${bookingId}`;
}
