import type { Executor } from "#app/platform/database.server.ts";
import { sealedCommentAnswer } from "#app/features/report/report-rows.server.ts";
import { sealedColumn, type Secrets } from "#app/platform/secrets.server.ts";

export const sealedComment = sealedColumn("report_comments", "text_sealed");

type ReadDeps = { db: Executor; secrets: Secrets };
type Which = { draftId: string } | { bookingId: string } | { commentId: string };

/** Comments on all versions of a draft, or of a booking, with the version that each is about; the oldest first. */
export async function readComments({ db, secrets }: ReadDeps, which: Which) {
  let query = db
    .selectFrom("report_comments")
    .innerJoin("reports", "reports.id", "report_comments.report_id")
    .selectAll("report_comments")
    .select(["reports.version", "reports.booking_id", "reports.author_id", "reports.state"])
    .orderBy("report_comments.at")
    .orderBy("report_comments.id");
  if ("draftId" in which) query = query.where("reports.draft_id", "=", which.draftId);
  else if ("bookingId" in which) query = query.where("reports.booking_id", "=", which.bookingId);
  else query = query.where("report_comments.id", "=", which.commentId);
  const rows = await query.execute();
  return rows.map(({ text_sealed, answer_sealed, ...row }) => ({
    ...row,
    text: sealedComment.decrypt(secrets, row.id, text_sealed),
    because: answer_sealed === null ? "" : sealedCommentAnswer.decrypt(secrets, row.id, answer_sealed),
  }));
}

export type Comment = Awaited<ReturnType<typeof readComments>>[number];

/** Who has read a booking's reports to the end, the first first. */
export async function readingsOf(db: Executor, bookingId: string) {
  return db
    .selectFrom("report_readings")
    .innerJoin("reports", "reports.id", "report_readings.report_id")
    .selectAll("report_readings")
    .select("reports.version")
    .where("reports.booking_id", "=", bookingId)
    .orderBy("report_readings.finished_at")
    .orderBy("report_readings.report_id")
    .orderBy("report_readings.reader_id")
    .execute();
}
