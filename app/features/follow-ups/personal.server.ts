import type { Personal } from "#app/features/data-protection/personal.ts";
import { FOLLOW_UP_STATES, STOP_REASONS } from "./follow-up-words.ts";
import { followUpOf } from "./follow-ups.server.ts";

export const personal: Personal = {
  activity: "assessment",
  tables: { follow_ups: { key: "booking_id", keptFor: "booking", goesWithBooking: true } },
  async exportBooking(deps, bookingId) {
    const row = await followUpOf(deps.db, bookingId);
    return {
      lookAgain: row && {
        ...{ on: row.due_on, remindedFrom: row.remind_on, agreedAt: row.agreed_at },
        ...{ state: FOLLOW_UP_STATES[row.state], reason: row.reason && STOP_REASONS[row.reason] },
      },
    };
  },
};
