import type { Deps } from "#app/deps.server.ts";
import { findHolders } from "#app/features/accounts/session/queries.server.ts";
import { assessorsById } from "#app/features/assessors/assessors.server.ts";
import type { AuditAction } from "#app/features/audit/history-words.ts";
import { recordAudit, type ActedByRequest } from "#app/features/audit/record-audit.server.ts";
import {
  changeBooking,
  DONE,
  refused,
  type Inside,
} from "#app/features/booking/record/change-booking.server.ts";
import { enqueueMail } from "#app/features/outbox/enqueue-mail.server.ts";
import { sealedCommentAnswer } from "#app/features/report/report-rows.server.ts";
import type { ReviewCode } from "#app/features/report/report-words.ts";
import { returnReport } from "#app/features/report/review-report.server.ts";
import { findAssessorVisit } from "#app/features/visits/record/assessors-visit.server.ts";
import { writtenReports, type WrittenReport } from "../written-report.server.ts";
import { readComments, sealedComment, type Comment } from "./comment-rows.server.ts";
import { readPath } from "./comment-words.ts";

const MAX_COMMENTS = 100;

/** A reader at one version of a booking's report. */
export type Reading = { bookingId: string; version: number; by: ActedByRequest };

/** Works on a version in review that somebody else wrote. */
function read<Answer extends { ok: boolean }>(
  deps: Deps,
  { bookingId, version, by }: Reading,
  work: (inside: Inside, report: WrittenReport) => Promise<Answer>,
) {
  return changeBooking(deps, { bookingId, by }, async (inside) => {
    const [report] = await writtenReports(inside, { bookingId, version });
    if (!report || report.author_id === by.actor.id) return refused("not-yours");
    return report.state === "in-review" ? work(inside, report) : refused("reviewed-since");
  });
}

const audit = (inside: Inside, { bookingId, version, by }: Reading, action: AuditAction) =>
  recordAudit(inside, by, action, ["booking", bookingId], { note: `Version ${version}` });

const isOpen = ({ answer, closed_at }: Comment) => answer === null && closed_at === null;

/** Comments on a version, and on those before it that came from the same draft. */
const commentsOn = (inside: Inside, { draft_id }: WrittenReport) =>
  readComments(inside, { draftId: draft_id ?? "" });

/** Adds a comment at a part of the report. */
export async function addComment(deps: Deps, reading: Reading, typed: { partKey: string; text: string }) {
  return read(deps, reading, async (inside, report) => {
    const part = report.tree.blocks.find((block) => block.part === typed.partKey)?.part;
    if (part === undefined) return refused("no-such-part");
    const known = (await commentsOn(inside, report)).filter(({ report_id }) => report_id === report.id);
    if (known.length >= MAX_COMMENTS) return refused("too-many");
    const id = deps.ids.uuid();
    await inside.db
      .insertInto("report_comments")
      .values({
        id,
        report_id: report.id,
        part_key: part,
        reader_id: reading.by.actor.id ?? "",
        text_sealed: sealedComment.encrypt(deps.secrets, id, typed.text),
        at: deps.clock.now().toISOString(),
        answer: null,
        answer_sealed: null,
        answered_at: null,
        closed_at: null,
      })
      .execute();
    await audit(inside, reading, "report.comment-added");
    return DONE;
  });
}

/** Takes back a comment of one's own that has no answer yet. Harmless to repeat. */
export async function removeComment(deps: Deps, reading: Reading, commentId: string) {
  return read(deps, reading, async (inside, report) => {
    const comment = (await commentsOn(inside, report)).find(({ id }) => id === commentId);
    if (!comment) return DONE;
    if (comment.reader_id !== reading.by.actor.id) return refused("not-yours");
    if (!isOpen(comment)) return refused("answered");
    await inside.db.deleteFrom("report_comments").where("id", "=", commentId).execute();
    await audit(inside, reading, "report.comment-removed");
    return DONE;
  });
}

/** Closes a comment whose answer the reader has read. Harmless to repeat. */
export async function closeComment(deps: Deps, reading: Reading, commentId: string) {
  return read(deps, reading, async (inside, report) => {
    const comment = (await commentsOn(inside, report)).find(({ id }) => id === commentId);
    if (!comment) return refused("gone");
    if (comment.closed_at !== null) return DONE;
    if (comment.answer === null) return refused("no-answer");
    const closed_at = deps.clock.now().toISOString();
    await inside.db.updateTable("report_comments").set({ closed_at }).where("id", "=", commentId).execute();
    await audit(inside, reading, "report.comment-closed");
    return DONE;
  });
}

/** Says that the reader has read the version to its end: the office is told, and the author where a comment waits for
 * an answer. Harmless to repeat. */
export async function finishReading(deps: Deps, reading: Reading) {
  return read(deps, reading, async (inside, report) => {
    const { bookingId, by } = reading;
    const readerId = by.actor.id ?? "";
    const inserted = await inside.db
      .insertInto("report_readings")
      .values({ report_id: report.id, reader_id: readerId, finished_at: deps.clock.now().toISOString() })
      .onConflict((conflict) => conflict.columns(["report_id", "reader_id"]).doNothing())
      .returning("report_id")
      .executeTakeFirst();
    if (!inserted) return DONE;
    await audit(inside, reading, "report.read");
    if (by.actor.kind === "assessor")
      await enqueueMail(inside, {
        topic: "report-read",
        to: inside.settings.current().company.email,
        bookingId,
        dedupeKey: `report-read:${report.id}:${readerId}`,
        payload: { path: `/admin/bookings/${bookingId}/report` },
      });
    if ((await commentsOn(inside, report)).some(isOpen)) await tellAuthor(inside, report);
    return DONE;
  });
}

async function tellAuthor(inside: Inside, { id, booking_id, author_id }: WrittenReport) {
  const author = (await assessorsById(inside, [author_id])).get(author_id);
  if (!author) return;
  await enqueueMail(inside, {
    topic: "report-comments",
    to: author.email,
    bookingId: booking_id,
    dedupeKey: `report-comments:${id}`,
    payload: { assessorId: author_id, page: "report/write" },
  });
}

const SEE_COMMENTS = "Please answer the reader’s comments. They are on the page where you write the report.";

/** Returns the version to its author, with a note or because of its comments. */
export async function returnWithComments(
  deps: Deps,
  reading: Reading,
  { codes, note }: { codes: readonly ReviewCode[]; note: string },
) {
  return read(deps, reading, async (inside, report) => {
    if (note === "" && !(await commentsOn(inside, report)).some(isOpen)) return refused("nothing-to-say");
    const { bookingId, by } = reading;
    return returnReport(inside, { bookingId, by, reportId: report.id, codes, note: note || SEE_COMMENTS });
  });
}

type Answering = { visitId: string; by: ActedByRequest; commentId: string };

/** The author's answer to a comment; until the reader closes it, it may be changed. */
export async function answerComment(
  deps: Deps,
  { visitId, by, commentId }: Answering,
  { answer, because }: { answer: "changed" | "kept"; because: string },
) {
  const own = await findAssessorVisit(deps, visitId, by.actor.id);
  if (!own) return refused("not-yours");
  return changeBooking(deps, { bookingId: own.booking.id, by }, async (inside, booking) => {
    const [comment] = await readComments(inside, { commentId });
    const isOwn = comment?.booking_id === booking.id && comment.author_id === by.actor.id;
    if (!isOwn || !(await findAssessorVisit(inside, visitId, by.actor.id))) return refused("gone");
    if (comment.closed_at !== null) return refused("closed");
    if (answer === "changed" && comment.state === "in-review") return refused("with-office");
    await inside.db
      .updateTable("report_comments")
      .set({
        answer,
        answer_sealed: because === "" ? null : sealedCommentAnswer.encrypt(deps.secrets, commentId, because),
        answered_at: deps.clock.now().toISOString(),
      })
      .where("id", "=", commentId)
      .execute();
    await recordAudit(inside, by, "report.comment-answered", ["booking", booking.id], {
      note: `Version ${comment.version}`,
    });
    if (comment.state === "in-review") await tellReader(inside, comment);
    return DONE;
  });
}

/** Tells a reader that the last of their comments on a version was answered, while they can close them. */
async function tellReader(inside: Inside, { report_id, reader_id, booking_id, version }: Comment) {
  const theirs = (await readComments(inside, { bookingId: booking_id })).filter(
    (one) => one.report_id === report_id && one.reader_id === reader_id,
  );
  if (theirs.some(isOpen)) return;
  const reader = (await findHolders(inside, "reviews_reports")).find(({ id }) => id === reader_id);
  if (reader)
    await mailReader(inside, reader, { bookingId: booking_id, version, key: `answers:${report_id}` });
}

async function mailReader(
  inside: Inside,
  reader: { id: string; email: string },
  { bookingId, version, key }: { bookingId: string; version: number; key: string },
) {
  await enqueueMail(inside, {
    topic: "report-to-read",
    to: reader.email,
    bookingId,
    dedupeKey: `report-to-read:${key}:${reader.id}`,
    payload: { path: readPath(bookingId, version) },
  });
}

/** Tells the assessors who may review reports that one waits for a second reader; never its author. */
export async function tellReaders(
  inside: Inside,
  { bookingId, authorId, draftId }: { bookingId: string; authorId: string | null; draftId: string },
) {
  const [report] = await writtenReports(inside, { draftId });
  if (!report) return;
  for (const reader of await findHolders(inside, "reviews_reports")) {
    if (reader.id === authorId) continue;
    await mailReader(inside, reader, { bookingId, version: report.version, key: report.id });
  }
}
