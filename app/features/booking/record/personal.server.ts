import type { Personal } from "#app/features/data-protection/personal.ts";
import { listContacts } from "./contacts.server.ts";
import { eraseBooking } from "./erase-booking.server.ts";
import { findBooking } from "./find-booking.server.ts";
import { forgetOldKeys } from "./idempotency.server.ts";
import { readBooking } from "./queries.server.ts";
import { listRequests } from "./requests.server.ts";

export const personal: Personal = {
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
