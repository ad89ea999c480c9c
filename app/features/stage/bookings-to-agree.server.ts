import type { Deps } from "#app/deps.server.ts";
import { dayInLists } from "#app/features/visits/record/booking-day.ts";
import { bookingDays } from "#app/features/visits/record/booking-days.server.ts";
import { consumerRights } from "#app/features/booking/fields/consumer.ts";
import type { BookingRow } from "#app/features/booking/fields/tables.ts";
import { inTheWay, notYetWords, whyNotYet, type InTheWay } from "#app/features/visits/plan/in-the-way.ts";
import { readFirstFree, type FirstFree } from "#app/features/visits/plan/read-first-free.server.ts";
import { needsOfBookings, readDiaries, usualPlace } from "#app/features/visits/plan/who-is-free.server.ts";
import { VISIT_MINUTES } from "#app/features/visits/record/visit-plan.ts";
import { addDays, londonDate, type IsoDate } from "#app/platform/dates.ts";
import { readMoment, readOpenStages } from "./facts.server.ts";

type Asked = {
  limit: number;
  day: IsoDate | null;
  /** With the first free time of each. */
  isSearched?: boolean;
};

/** Days ahead for which visits and days off are read once. */
const DAYS_READ = 60;

/** The first free time of bookings that nothing is in the way of, by booking id. */
async function firstFreeOf(deps: Deps, bookings: readonly { row: BookingRow; way: InTheWay }[]) {
  const tomorrow = addDays(londonDate(deps.clock.now()), 1);
  const until = addDays(tomorrow, DAYS_READ);
  const read = { until, diaries: await readDiaries(deps, { from: tomorrow, until }) };
  const needs = await needsOfBookings(
    deps,
    bookings.map(({ row }) => row),
  );
  const found = new Map<string, FirstFree["days"][number]>();
  for (const { row, way } of bookings) {
    const { is_virtual, preferred_date } = row;
    const mode = is_virtual === 1 ? "virtual" : "face-to-face";
    const plan = { minutes: VISIT_MINUTES, mode, place: await usualPlace(deps, row) } as const;
    const search = { wished: preferred_date ?? "", way, limit: 1, read } as const;
    const { days } = await readFirstFree(deps, plan, needs.get(row.id)!, search);
    const first = days.find(({ isFree }) => isFree);
    if (first) found.set(row.id, first);
  }
  return found;
}

/** Bookings whose visit is to be agreed, the longest waiting first; `about` names no client; `notYet` says why there
 * can be none on `day`; `count` has all of them. */
export async function bookingsToAgree(deps: Deps, { limit, day: planned, isSearched = false }: Asked) {
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
  const ways = rows.map((row) => {
    const own = requests.filter(({ booking_id }) => booking_id === row.id);
    // The form decides about the request for another date.
    return { row, way: { ...inTheWay(own, consumerRights(row, today), today), askedDate: null } };
  });
  const searched = ways.filter(({ way }) => isSearched && !way.isCancelRequested);
  const free = searched.length > 0 ? await firstFreeOf(deps, searched) : null;
  return {
    shown: ways.map(({ row, way }) => {
      const { id, reference, is_virtual, assessment_location } = row;
      const notYet = whyNotYet(way, planned);
      const client = [row.client_first_name, row.client_last_name].filter(Boolean).join(" ");
      const day = dayInLists(days.get(id) ?? null);
      const place = is_virtual === 1 ? "Virtual" : (assessment_location ?? "Place to be confirmed");
      const about = `${day}. ${place}`;
      const firstFree = free?.get(id) ?? null;
      return { id, reference, client, about, firstFree, notYet: notYet && notYetWords(notYet) };
    }),
    count: waiting.length,
  };
}

const orderOf = ({ created_at, id }: { created_at: string; id: string }) => `${created_at} ${id}`;
