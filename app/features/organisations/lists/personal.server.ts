import type { Personal } from "#app/features/data-protection/personal.ts";
import { eraseRowsAbout, purgeLists } from "./lists.server.ts";

const OTHERS = "About people whom its owner refers, for some days, until the bookings have it.";

/** A list goes with the account that uploaded it, a made row with its booking, a waiting one with its person. */
export const personal: Personal = {
  activity: "organisations",
  tables: {
    referral_lists: {
      key: "user_id",
      keptFor: "referral-list",
      notExported: { shape_sealed: OTHERS, referrer_sealed: OTHERS },
    },
    referral_list_rows: {
      key: "booking_id",
      keptFor: "referral-list",
      goesWithBooking: true,
      notExported: { cells_sealed: OTHERS },
    },
  },
  eraseBooking: eraseRowsAbout,
  purge: (deps, { now }) => purgeLists(deps, now),
};
