import type { Deps } from "#app/deps.server.ts";
import { assessorsById } from "#app/features/assessors/assessors.server.ts";
import { recordAudit } from "#app/features/audit/record-audit.server.ts";
import {
  changeBooking,
  DONE,
  refused,
  type Inside,
  type Result,
} from "#app/features/booking/record/change-booking.server.ts";
import { enqueueMail } from "#app/features/outbox/enqueue-mail.server.ts";
import { findDocument } from "#app/features/documents/document-rows.server.ts";
import type { BookingRow } from "#app/features/booking/fields/tables.ts";
import { possibleRecipients, removedRecipients, type Change } from "./change-report.server.ts";
import { deliverReport, tellRecipient } from "./deliver-report.server.ts";
import { codesInWords, type ReviewCode } from "./report-words.ts";
import {
  deliveriesOf,
  findReport,
  isHeld,
  sealedCommentAnswer,
  type Report,
  updateReport,
} from "./report-rows.server.ts";
import { addFindings, chooseSample } from "./samples.server.ts";
import type { Executor } from "#app/platform/database.server.ts";

type Review = Change & { reportId: string };

/** Works on a report in this state, unless its booking may not be changed. */
function reviewIn<Answer extends { ok: boolean }>(
  deps: Deps,
  { bookingId, reportId, by }: Review,
  state: Report["state"],
  work: (inside: Inside, report: Report, booking: BookingRow) => Promise<Answer>,
) {
  return changeBooking(deps, { bookingId, by }, async (inside, booking) => {
    const report = await findReport(inside, reportId);
    const isSo = report?.booking_id === bookingId && report.state === state;
    return isSo ? work(inside, report, booking) : refused("reviewed-since");
  });
}

type Sending = Review & { recipients: readonly string[]; overruled?: string };

/** Does what follows from a release, in its transaction. */
export type AfterRelease = (inside: Inside, bookingId: string) => Promise<unknown>;

type SendProblem = "held" | "infected-in-review" | "infected-released" | "waits-for-scan" | "no-recipient";

/** Sends a report that is or was just released to the chosen recipients, and counts those who are mailed. */
async function sendTo(
  inside: Inside,
  report: Report,
  booking: BookingRow,
  ids: readonly string[],
): Promise<Result<SendProblem, { count: number }>> {
  if (await isHeld(inside.db, booking.id)) return refused("held");
  const file = await findDocument(inside, report.document_id);
  if (file?.scan === "infected")
    return refused(report.state === "released" ? "infected-released" : "infected-in-review");
  if (!file || file.scan === "waiting") return refused("waits-for-scan");
  const possible = [
    ...(await possibleRecipients(inside, booking)),
    ...(report.kind === "report" ? [] : await removedRecipients(inside, booking)),
  ];
  const recipients = possible.filter(({ id }) => ids.includes(id));
  if (recipients.length === 0) return refused("no-recipient");
  return { ok: true, count: await deliverReport(inside, { bookingId: booking.id, report, recipients }) };
}

const inWords = (count: number) => `to ${count} ${count === 1 ? "recipient" : "recipients"}`;

/** Ids of comments of readers on a report, or on versions before it of the same draft, that nobody has answered. */
export async function unansweredComments(db: Executor, { draft_id }: Pick<Report, "draft_id">) {
  if (draft_id === null) return [];
  const rows = await db
    .selectFrom("report_comments")
    .innerJoin("reports", "reports.id", "report_comments.report_id")
    .select("report_comments.id")
    .where("reports.draft_id", "=", draft_id)
    .where("report_comments.answer", "is", null)
    .where("report_comments.closed_at", "is", null)
    .execute();
  return rows.map(({ id }) => id);
}

/** Closes comments with the office's reason to release the report without an answer. */
async function overruleComments(inside: Inside, ids: readonly string[], reason: string): Promise<void> {
  const closed_at = inside.clock.now().toISOString();
  for (const id of ids)
    await inside.db
      .updateTable("report_comments")
      .set({ closed_at, answer_sealed: sealedCommentAnswer.encrypt(inside.secrets, id, reason) })
      .where("id", "=", id)
      .execute();
}

/** Releases a report in review to the chosen recipients, and mails each a link. With a comment that has no answer, only
 * where `overruled` says why. */
export async function releaseReport(
  deps: Deps,
  { afterRelease, ...review }: Sending & { afterRelease?: AfterRelease | undefined },
) {
  return reviewIn(deps, review, "in-review", async (inside, report, booking) => {
    const { by } = review;
    const isOwn = report.author_id === by.actor.id;
    if (isOwn && deps.settings.current().documents.needsTwoPeople) return refused("own-report");
    const open = await unansweredComments(inside.db, report);
    const { overruled = "" } = review;
    if (open.length > 0 && overruled === "") return refused("open-comments");
    await overruleComments(inside, open, overruled);
    const sent = await sendTo(inside, report, booking, review.recipients);
    if (!sent.ok) return sent;
    const reviewed_at = deps.clock.now().toISOString();
    await updateReport(inside, report, { state: "released", reviewed_by: by.actor.id, reviewed_at });
    const over = open.length > 0 ? `; comments overruled: ${open.length}` : "";
    const note = `Version ${report.version}, ${inWords(sent.count)}${over}`;
    await recordAudit(inside, by, "report.released", ["booking", booking.id], { note });
    await chooseSample(inside, report);
    await afterRelease?.(inside, booking.id);
    return DONE;
  });
}

/** Sends a released report to chosen recipients who have no link to it. */
export async function sendReleasedReport(deps: Deps, sending: Sending) {
  return reviewIn(deps, sending, "released", async (inside, report, booking) => {
    const sent = await sendTo(inside, report, booking, sending.recipients);
    if (!sent.ok) return sent;
    if (sent.count === 0) return refused("have-links");
    const note = `Version ${report.version}, ${inWords(sent.count)}`;
    await recordAudit(inside, sending.by, "report.sent", ["booking", booking.id], { note });
    return DONE;
  });
}

type Return = Review & { codes: readonly ReviewCode[]; note: string };

/** Returns a report in review to its author with reasons and a note. */
export async function returnReport(deps: Deps, review: Return) {
  return reviewIn(deps, review, "in-review", async (inside, report, booking) => {
    const { by, note } = review;
    await updateReport(inside, report, {
      state: "returned",
      reviewed_by: by.actor.id,
      reviewed_at: deps.clock.now().toISOString(),
      texts: { returnNote: note },
    });
    await addFindings(inside, review, review.codes, 0);
    const reasons = codesInWords(review.codes);
    await recordAudit(inside, by, "report.returned", ["booking", booking.id], { note: reasons });
    const author = (await assessorsById(inside, [report.author_id])).get(report.author_id);
    if (!author) return DONE;
    await enqueueMail(inside, {
      topic: "report-returned",
      to: author.email,
      bookingId: booking.id,
      dedupeKey: `report-returned:${report.id}`,
      payload: { assessorId: report.author_id },
    });
    return DONE;
  });
}

/** Withdraws a released report: links of its recipients end, and each is told. */
export async function withdrawReport(deps: Deps, review: Review & { reason: string }) {
  return reviewIn(deps, review, "released", async (inside, report, booking) => {
    const { by, reason } = review;
    const withdrawn_at = deps.clock.now().toISOString();
    await updateReport(inside, report, {
      state: "withdrawn",
      withdrawn_at,
      texts: { withdrawReason: reason },
    });
    // Questions that this version answered are open again.
    await inside.db
      .updateTable("report_questions")
      .set({ state: "passed", closed_by: null, closed_at: null })
      .where("addendum_report_id", "=", report.id)
      .where("state", "=", "answered")
      .execute();
    const deliveries = await deliveriesOf(inside, [report.id]);
    for (const delivery of deliveries) {
      await tellRecipient(inside, { bookingId: booking.id, delivery, topic: "report-withdrawn" });
    }
    await recordAudit(inside, by, "report.withdrawn", ["booking", booking.id], {
      note: `Version ${report.version}; ${deliveries.filter((one) => one.downloaded_at !== null).length} had downloaded it`,
    });
    return DONE;
  });
}
