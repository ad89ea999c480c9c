import {
  listAllBookings,
  readBookings,
  type PageOfList,
} from "#app/features/booking/record/queries.server.ts";
import { agreedVisits, type AgreedVisit } from "#app/features/visits/record/agreed-visit.server.ts";
import { readStages } from "#app/features/stage/read-stages.server.ts";
import type { Deps } from "#app/deps.server.ts";

/** The bookings with the visit that each has to come, as far as its referrer may know it. Two queries
 * for any number. */
export async function withVisits<Booking extends { id: string }>(
  deps: Pick<Deps, "db" | "secrets" | "clock">,
  bookings: readonly Booking[],
): Promise<(Booking & { visit?: Pick<AgreedVisit, "day" | "start" | "end" | "mode" | "assessor"> })[]> {
  const ids = bookings.map(({ id }) => id);
  const agreed = await agreedVisits(deps, ids);
  return bookings.map((booking) => {
    const visit = agreed.get(booking.id);
    if (!visit) return booking;
    const { day, start, end, mode, assessor } = visit;
    return { ...booking, visit: { day, start, end, mode, assessor } };
  });
}

/** The bookings as `withVisits`, with stage and next action, for staff. The same few queries for any number. */
export async function withStages<Booking extends { id: string }>(deps: Deps, bookings: readonly Booking[]) {
  const stages = await readStages(
    deps,
    bookings.map(({ id }) => id),
  );
  return (await withVisits(deps, bookings)).map((booking) => {
    const { stage, next } = stages.get(booking.id)!;
    const { code, label, who } = next;
    return { ...booking, stage, next: { code, label, who } };
  });
}

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
