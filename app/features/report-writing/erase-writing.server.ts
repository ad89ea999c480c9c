import type { Executor } from "#app/platform/database.server.ts";
import type { Secrets } from "#app/platform/secrets.server.ts";
import { exchangesOfBooking } from "./exchanges.server.ts";
import { treeText } from "./report-document.ts";
import { writtenReports } from "./written-report.server.ts";
import { draftsOfBooking } from "./saved-draft.server.ts";

/** Deletes what assessors wrote about a booking's visits. Harmless to repeat. */
export async function eraseWriting(executor: Executor, bookingId: string): Promise<void> {
  await executor
    .deleteFrom("visit_exchanges")
    .where("visit_id", "in", (query) =>
      query.selectFrom("visits").select("id").where("booking_id", "=", bookingId),
    )
    .execute();
  await executor.deleteFrom("report_drafts").where("booking_id", "=", bookingId).execute();
}

/** Deletes drafts that nobody sent and that were last saved before the instant `before`, except those of some
 * bookings. */
export async function purgeUnsentDrafts(
  executor: Executor,
  before: string,
  exceptBookingIds: readonly string[],
): Promise<void> {
  let drafts = executor
    .deleteFrom("report_drafts")
    .where("state", "=", "writing")
    .where("updated_at", "<", before);
  if (exceptBookingIds.length > 0) drafts = drafts.where("booking_id", "not in", exceptBookingIds);
  await drafts.execute();
}

/** Words of assessors about a booking's visits, for the export of a person's data. */
export async function writingData(deps: { db: Executor; secrets: Secrets }, bookingId: string) {
  const exchanges = await exchangesOfBooking(deps, bookingId);
  const drafts = await draftsOfBooking(deps, bookingId);
  const written = await writtenReports(deps, { bookingId });
  return {
    reportDrafts: drafts.map(({ state, parts, created_at, updated_at }) => ({
      ...{ state, createdAt: created_at, updatedAt: updated_at },
      parts: Object.fromEntries(Object.entries(parts).map(([key, part]) => [key, part?.answers])),
    })),
    writtenReports: written.map(({ version, tree, outcomes }) => ({
      ...{ version, outcomes, text: treeText(tree) },
    })),
    exchanges: exchanges.map(({ number, speaker, text, at, recorded_at }) => ({
      ...{ number, speaker, text, at },
      recordedAt: recorded_at,
    })),
  };
}
