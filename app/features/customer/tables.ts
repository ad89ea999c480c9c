/** A booking that a customer may see beside those on which they are the referrer with a confirmed address. */
export type CustomerBookingRow = { user_id: string; booking_id: string; linked_at: string };

declare module "#app/platform/tables.ts" {
  interface Tables {
    customer_bookings: CustomerBookingRow;
  }
}
