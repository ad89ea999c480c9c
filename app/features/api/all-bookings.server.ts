import {
  listAllBookings,
  readBookings,
  type PageOfList,
} from "#app/features/booking/record/queries.server.ts";
import { withStages } from "./bookings-with-visits.server.ts";
import type { Deps } from "#app/deps.server.ts";

/** A piece of this many takes a few milliseconds. */
const BOOKINGS_AT_ONCE = 100;

/** All bookings from a cursor on, as one JSON array in pieces: 70,000 of them are 100 MB. */
export async function* allBookingsAsJson(
  deps: Pick<Deps, "db" | "secrets" | "settings" | "clock">,
  { before }: Pick<PageOfList, "before">,
): AsyncGenerator<string, void> {
  let page: PageOfList = { limit: BOOKINGS_AT_ONCE, ...(before !== undefined && { before }) };
  let separator = "[";
  for (;;) {
    const bookings = await withStages(deps, await readBookings(deps, await listAllBookings(deps, page)));
    const last = bookings.at(-1);
    if (!last) break;
    yield separator + bookings.map((booking) => JSON.stringify(booking)).join(",");
    separator = ",";
    page = { ...page, before: last.id };
  }
  yield separator === "[" ? "[]" : "]";
}
