/** What stands in `email_key` of the account that was made from a booking until its address is confirmed: one a booking. */
export function unconfirmedKeyOf(bookingId: string): string {
  return `unconfirmed:${bookingId}`;
}
