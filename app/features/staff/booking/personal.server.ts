import type { Personal } from "#app/features/data-protection/personal.ts";
import { readChanges } from "./change-history.server.ts";

export const personal: Personal = {
  activity: "assessment",
  tables: { booking_changes: { key: "booking_id", keptFor: "booking", goesWithBooking: true } },
  async exportBooking({ db, secrets }, bookingId) {
    return { changesByStaff: [...(await readChanges(db, secrets, bookingId)).values()].flat() };
  },
};
