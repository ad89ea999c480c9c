import { byIds } from "#app/kit/pieces.server.ts";
import type { Deps } from "#app/deps.server.ts";
import type { Executor } from "#app/platform/database.server.ts";
import type { VisitRow } from "./tables.ts";

const DAY_MS = 86_400_000;
/** Cancelled entries stay in a calendar so long, so that a program that reads seldom still takes them out. */
const KEPT_DAYS = 30;

/** The instant (UTC) since which cancelled visits, and those given to somebody else, are in a calendar. */
export const keptSince = (now: Date) => new Date(now.getTime() - KEPT_DAYS * DAY_MS).toISOString();

type Left = Pick<
  VisitRow,
  "id" | "assessor_id" | "day" | "start" | "minutes" | "travel_before_minutes" | "travel_after_minutes"
>;

/** Records that a visit passes from its assessor to another, who is no former one any more. `visit` is as
 * it was before. */
export async function passVisit(trx: Executor, deps: Pick<Deps, "clock">, visit: Left, toId: string) {
  const { id, assessor_id, day, start, minutes, travel_before_minutes, travel_after_minutes } = visit;
  await trx
    .deleteFrom("visit_former_assessors")
    .where("visit_id", "=", id)
    .where("assessor_id", "in", [assessor_id, toId])
    .execute();
  await trx
    .insertInto("visit_former_assessors")
    .values({
      visit_id: id,
      assessor_id,
      day,
      start,
      minutes,
      travel_before_minutes,
      travel_after_minutes,
      left_at: deps.clock.now().toISOString(),
    })
    .execute();
}

/** Who had these visits before, the first one first. */
export const formerAssessorsOf = async (executor: Executor, visitIds: readonly string[]) =>
  byIds(visitIds, (piece) =>
    executor
      .selectFrom("visit_former_assessors")
      .selectAll()
      .where("visit_id", "in", piece)
      .orderBy("left_at")
      .orderBy("assessor_id")
      .execute(),
  );

/** Deletes what no calendar shows any more. */
export async function purgeFormerAssessors(executor: Executor, now: Date): Promise<void> {
  await executor.deleteFrom("visit_former_assessors").where("left_at", "<", keptSince(now)).execute();
}
