/** A booking that a customer may see although their address is not its referrer's confirmed one. */
type CustomerBookingRow = { user_id: string; booking_id: string; linked_at: string };

declare module "#app/platform/tables.ts" {
  interface Tables {
    customer_bookings: CustomerBookingRow;
  }
}
