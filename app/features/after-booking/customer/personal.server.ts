import type { Personal } from "#app/features/data-protection/personal.ts";
import { unlinkBooking } from "./unlink-booking.server.ts";

export const personal: Personal = {
  activity: "accounts",
  tables: {
    customer_bookings: {
      key: "booking_id",
      keptFor: "account",
      notExported: "The export has the accounts and the bookings.",
    },
  },
  eraseBooking: (trx, _, id) => unlinkBooking(trx, { id, referrerEmailKey: "" }),
};
