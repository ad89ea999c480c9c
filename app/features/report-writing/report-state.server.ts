import type { Deps } from "#app/deps.server.ts";
import type { ReportState } from "#app/features/report/report-words.ts";

/** How far a booking's newest report is, without a word of it; null before anybody writes one. */
export async function reportState(
  { db }: Pick<Deps, "db">,
  bookingId: string,
): Promise<{ state: ReportState | "writing"; version: number | null; isWrittenHere: boolean } | null> {
  const newest = await db
    .selectFrom("reports")
    .select(["state", "version", "draft_id"])
    .where("booking_id", "=", bookingId)
    .orderBy("version", "desc")
    .executeTakeFirst();
  if (newest)
    return { state: newest.state, version: newest.version, isWrittenHere: newest.draft_id !== null };
  const draft = await db
    .selectFrom("report_drafts")
    .select("id")
    .where("booking_id", "=", bookingId)
    .executeTakeFirst();
  return draft ? { state: "writing", version: null, isWrittenHere: true } : null;
}
