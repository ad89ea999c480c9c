import type { Deps } from "#app/deps.server.ts";
import { dayInLists } from "#app/features/visits/record/booking-day.ts";
import { bookingDays } from "#app/features/visits/record/booking-days.server.ts";
import { consumerRights } from "#app/features/booking/fields/consumer.ts";
import { inTheWay, notYetWords, whyNotYet } from "#app/features/visits/plan/in-the-way.ts";
import { londonDate, type IsoDate } from "#app/platform/dates.ts";
import { readMoment, readOpenStages } from "./facts.server.ts";

/** Bookings whose visit is to be agreed, the longest waiting first; `about` names no client; `notYet` says why there
 * can be none on `day`; `count` has all of them. */
export async function bookingsToAgree(
  deps: Pick<Deps, "db" | "clock" | "settings">,
  { limit, day: planned }: { limit: number; day: IsoDate | null },
) {
  const open = await readOpenStages(deps.db, await readMoment(deps));
  const waiting = open.filter(({ stage }) => stage === "to-agree");
  const first = waiting
    .toSorted((one, other) => (orderOf(one) < orderOf(other) ? -1 : 1))
    .slice(0, limit)
    .map(({ id }) => id);
  if (first.length === 0) return { shown: [], count: 0 };
  const rows = await deps.db
    .selectFrom("bookings")
    .selectAll()
    .where("id", "in", first)
    .orderBy("created_at")
    .orderBy("id")
    .execute();
  const days = await bookingDays(deps, rows);
  const requests = await deps.db
    .selectFrom("booking_requests")
    .selectAll()
    .where("booking_id", "in", first)
    .where("answered_at", "is", null)
    .execute();
  const today = londonDate(deps.clock.now());
  return {
    shown: rows.map((row) => {
      const { id, reference, is_virtual, assessment_location } = row;
      const own = requests.filter(({ booking_id }) => booking_id === id);
      // The form decides about the request for another date.
      const way = { ...inTheWay(own, consumerRights(row, today), today), askedDate: null };
      const notYet = whyNotYet(way, planned);
      const client = [row.client_first_name, row.client_last_name].filter(Boolean).join(" ");
      const day = dayInLists(days.get(id) ?? null);
      const place = is_virtual === 1 ? "Virtual" : (assessment_location ?? "Place to be confirmed");
      return { id, reference, client, about: `${day}. ${place}`, notYet: notYet && notYetWords(notYet) };
    }),
    count: waiting.length,
  };
}

const orderOf = ({ created_at, id }: { created_at: string; id: string }) => `${created_at} ${id}`;
