import type { Deps } from "#app/deps.server.ts";
import type { Executor } from "#app/platform/database.server.ts";
import { londonDate, type IsoDate } from "#app/platform/dates.ts";
import type { EarlierAskRow, FreedTimeRow, VisitRow } from "./tables.ts";

type Left = Pick<VisitRow, "id" | "assessor_id" | "day" | "start" | "minutes">;

/** Notes that an assessor has a time free again, in the transaction that takes the visit from it. With `isForStaff`
 * nobody is asked about it: the assessor may not be able to come then. */
export async function noteFreed(
  inside: Pick<Deps, "clock" | "ids"> & { db: Executor },
  { id: visit_id, assessor_id, day, start, minutes }: Left,
  { isForStaff = false } = {},
): Promise<void> {
  const look_at = isForStaff ? null : inside.clock.now().toISOString();
  await inside.db
    .insertInto("freed_times")
    .values({ id: inside.ids.uuid(), visit_id, assessor_id, day, start, minutes, look_at })
    .execute();
}

/** Times of a day on that fell free, the earliest first, without those that the visit itself has again. */
export const freedFrom = (executor: Executor, from: IsoDate) =>
  executor
    .selectFrom("freed_times")
    .innerJoin("visits", "visits.id", "freed_times.visit_id")
    .selectAll("freed_times")
    .select(["visits.assessor_id as has_it", "visits.day as last_day", "visits.start as last_start"])
    .where("freed_times.day", ">=", from)
    .where((eb) =>
      eb.or([
        eb("visits.ended_as", "is not", null),
        eb("visits.assessor_id", "!=", eb.ref("freed_times.assessor_id")),
        eb("visits.day", "!=", eb.ref("freed_times.day")),
        eb("visits.start", "!=", eb.ref("freed_times.start")),
      ]),
    )
    .orderBy("freed_times.day")
    .orderBy("freed_times.start")
    .orderBy("freed_times.id")
    .execute();

/** The next times for which somebody who waits is to be looked for. */
export const freedToLookAt = (executor: Executor, now: Date): Promise<FreedTimeRow[]> =>
  executor
    .selectFrom("freed_times")
    .selectAll()
    .where("look_at", "<=", now.toISOString())
    .orderBy("look_at")
    .orderBy("id")
    .execute();

/** Says when somebody is looked for next; null for never. False when another process has said so since it was read. */
export async function lookAgain(
  executor: Executor,
  { id, look_at }: Pick<FreedTimeRow, "id" | "look_at">,
  next: string | null,
): Promise<boolean> {
  const { numUpdatedRows } = await executor
    .updateTable("freed_times")
    .set({ look_at: next })
    .where("id", "=", id)
    .where("look_at", "=", look_at)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Deletes what is past. */
export async function purgeFreedTimes(executor: Executor, now: Date): Promise<void> {
  await executor.deleteFrom("freed_times").where("day", "<", londonDate(now)).execute();
}

/** Who was asked about this time and when, by booking id. */
export async function asksAbout(
  executor: Executor,
  time: { assessorId: string; day: IsoDate; start: string },
): Promise<Map<string, EarlierAskRow>> {
  const rows = await executor
    .selectFrom("earlier_asks")
    .selectAll()
    .where("day", "=", time.day)
    .where("start", "=", time.start)
    .where("assessor_id", "=", time.assessorId)
    .execute();
  return new Map(rows.map((row) => [row.booking_id, row]));
}

/** Whether those who wait are asked about this time. */
export async function isAskedAbout(
  executor: Executor,
  time: { visitId: string; assessorId: string; day: IsoDate; start: string },
): Promise<boolean> {
  const row = await executor
    .selectFrom("freed_times")
    .select("id")
    .where("visit_id", "=", time.visitId)
    .where("assessor_id", "=", time.assessorId)
    .where("day", "=", time.day)
    .where("start", "=", time.start)
    .where("look_at", "is not", null)
    .executeTakeFirst();
  return row !== undefined;
}
