import type { Executor } from "#app/platform/database.server.ts";
import { addDays, londonDate } from "#app/platform/dates.ts";
import { hasEnded } from "./visit-times.ts";

/** Ids of agreed visits that have begun or begin today and are not over. Those of later days are to come; one of
 * yesterday may last past midnight. */
export async function visitsNotOver(executor: Executor, now: Date): Promise<string[]> {
  const today = londonDate(now);
  const rows = await executor
    .selectFrom("visits")
    .select(["id", "day", "start", "minutes"])
    .where("day", ">=", addDays(today, -1))
    .where("day", "<=", today)
    .where("ended_as", "is", null)
    .execute();
  return rows.filter((visit) => !hasEnded(visit, now)).map(({ id }) => id);
}
