import { ACCOUNTS, DERIVED, SECRET, type Personal } from "#app/features/data-protection/personal.ts";
import { listContacts } from "./contacts.server.ts";
import { eraseBooking } from "./erase-booking.server.ts";
import { findBooking } from "./find-booking.server.ts";
import { forgetOldKeys } from "./idempotency.server.ts";
import { readBooking } from "./queries.server.ts";
import { listRequests } from "./requests.server.ts";

/** An export leaves nothing out, however long a list is. */

export const personal: Personal = {
  activity: "assessment",
  tables: {
    bookings: { key: "id", keptFor: "booking", staysBecause: ACCOUNTS },
    booking_lines: { key: "booking_id", keptFor: "booking", staysBecause: ACCOUNTS },
    booking_contacts: { key: "booking_id", keptFor: "booking" },
    booking_requests: { key: "booking_id", keptFor: "booking" },
    booking_search_words: { key: "booking_id", keptFor: "booking", notExported: { word: DERIVED } },
    sealed_search_words: { key: "booking_id", keptFor: "booking", notExported: DERIVED },
    idempotency_keys: { key: "booking_id", keptFor: "days", notExported: SECRET },
  },
  eraseBooking,
  async exportBooking(deps, bookingId) {
    const row = (await findBooking(deps.db, bookingId))!;
    return {
      ...(await readBooking(deps, row)),
      contacts: (await listContacts(deps, row.id)).map(({ id: _, user_id: __, ...contact }) => contact),
      requests: (await listRequests(deps, row.id)).map(
        ({ id: _, booking_id: __, answered_by: ___, ...request }) => request,
      ),
      cameFrom: JSON.parse(row.utm_parameters) as object,
      session: JSON.parse(row.session_data) as object,
    };
  },
  purge: (deps) => forgetOldKeys(deps.db, deps),
};
