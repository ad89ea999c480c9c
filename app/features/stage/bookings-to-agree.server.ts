import type { Deps } from "#app/deps.server.ts";
import { dayInLists } from "#app/features/visits/record/booking-day.ts";
import { bookingDays } from "#app/features/visits/record/booking-days.server.ts";
import { readMoment, readOpenStages } from "./facts.server.ts";

/** Bookings whose visit is to be agreed, the longest waiting first; `about` names no client; `count` has all of
 * them. */
export async function bookingsToAgree(deps: Pick<Deps, "db" | "clock">, limit: number) {
  const open = await readOpenStages(deps.db, await readMoment(deps));
  const waiting = open.filter(({ stage }) => stage === "to-agree");
  const first = waiting
    .toSorted((one, other) => (orderOf(one) < orderOf(other) ? -1 : 1))
    .slice(0, limit)
    .map(({ id }) => id);
  if (first.length === 0) return { shown: [], count: 0 };
  const rows = await deps.db
    .selectFrom("bookings")
    .select(["id", "reference", "status", "preferred_date", "is_virtual", "assessment_location"])
    .select(["client_first_name", "client_last_name"])
    .where("id", "in", first)
    .orderBy("created_at")
    .orderBy("id")
    .execute();
  const days = await bookingDays(deps, rows);
  return {
    shown: rows.map(({ id, reference, is_virtual, assessment_location, ...row }) => {
      const client = [row.client_first_name, row.client_last_name].filter(Boolean).join(" ");
      const day = dayInLists(days.get(id) ?? null);
      const place = is_virtual === 1 ? "Virtual" : (assessment_location ?? "Place to be confirmed");
      return { id, reference, client, about: `${day}. ${place}` };
    }),
    count: waiting.length,
  };
}

const orderOf = ({ created_at, id }: { created_at: string; id: string }) => `${created_at} ${id}`;
