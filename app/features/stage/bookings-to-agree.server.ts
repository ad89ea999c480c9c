import type { Deps } from "#app/deps.server.ts";
import { dayInLists } from "#app/features/visits/record/booking-day.ts";
import { bookingDays } from "#app/features/visits/record/booking-days.server.ts";
import { countAt, isAt, readMoment } from "./facts.server.ts";

/** Bookings whose visit is to be agreed, the longest waiting first; `about` names no client; `count` has all of
 * them, or is null for more than can be counted. */
export async function bookingsToAgree(deps: Pick<Deps, "db" | "clock">, limit: number) {
  const moment = await readMoment(deps);
  const rows = await deps.db
    .selectFrom("bookings")
    .select(["id", "reference", "status", "preferred_date", "is_virtual", "assessment_location"])
    .select(["client_first_name", "client_last_name"])
    .where((eb) => isAt(eb, moment, "to-agree"))
    .orderBy("created_at")
    .orderBy("id")
    .limit(limit + 1)
    .execute();
  const isCut = rows.length > limit;
  const days = await bookingDays(deps, rows);
  return {
    shown: rows.slice(0, limit).map(({ id, reference, is_virtual, assessment_location, ...row }) => {
      const client = [row.client_first_name, row.client_last_name].filter(Boolean).join(" ");
      const day = dayInLists(days.get(id) ?? null);
      const place = is_virtual === 1 ? "Virtual" : (assessment_location ?? "Place to be confirmed");
      return { id, reference, client, about: `${day}. ${place}` };
    }),
    count: isCut ? (await countAt(deps.db, moment, ["to-agree"])).get("to-agree")! : rows.length,
  };
}
