import {
  listAllBookings,
  readBookings,
  type PageOfList,
} from "#app/features/booking/record/queries.server.ts";
import { withStages } from "./bookings-with-visits.server.ts";
import type { Deps } from "#app/deps.server.ts";

/** A piece of this many takes a few milliseconds. */
const BOOKINGS_AT_ONCE = 100;

/** All bookings from a cursor on, or up to the booking `last`, as a JSON array in pieces: 70,000 of them are 100 MB. */
export async function* allBookingsAsJson(
  deps: Deps,
  { before, last }: Pick<PageOfList, "before"> & { last?: string | undefined },
): AsyncGenerator<string, void> {
  let page: PageOfList = { limit: BOOKINGS_AT_ONCE, ...(before !== undefined && { before }) };
  let separator = "[";
  for (;;) {
    const rows = await listAllBookings(deps, page);
    const end = rows.findIndex(({ id }) => id === last);
    const wanted = end === -1 ? rows : rows.slice(0, end + 1);
    if (wanted.length > 0) {
      const bookings = await withStages(deps, await readBookings(deps, wanted));
      yield separator + bookings.map((booking) => JSON.stringify(booking)).join(",");
      separator = ",";
    }
    if (end !== -1 || rows.length < BOOKINGS_AT_ONCE) break;
    page = { ...page, before: rows.at(-1)!.id };
  }
  yield separator === "[" ? "[]" : "]";
}
