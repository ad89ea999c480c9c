import { personalTables } from "#app/features/data-protection/personal-tables.ts";

declare module "#app/platform/tables.ts" {
  interface Tables {
    /** A booking that a customer may see although their address is not its referrer's confirmed one. */
    customer_bookings: { user_id: string; booking_id: string; linked_at: string };
  }
}

export const personal = personalTables("accounts", {
  customer_bookings: { keptFor: "account", notExported: "The export has the accounts and the bookings." },
});
