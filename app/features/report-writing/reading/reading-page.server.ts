import { data } from "react-router";
import { z } from "zod";
import type { Deps } from "#app/deps.server.ts";
import { requireColleague, type RouteContext } from "#app/features/accounts/sign-in/guards.server.ts";
import { findUserNames } from "#app/features/accounts/session/queries.server.ts";
import type { ActedByRequest } from "#app/features/audit/record-audit.server.ts";
import type { BookingRow } from "#app/features/booking/fields/tables.ts";
import { staffRefusal } from "#app/features/booking/record/erase-booking.server.ts";
import { findBooking } from "#app/features/booking/record/find-booking.server.ts";
import { returnReasons } from "#app/features/report/report-schemas.ts";
import { answerForms, formOf, type Sent } from "#app/forms/answer-forms.server.ts";
import { isDecisionKey, TITLES, type PartKey } from "../parts.ts";
import type { ReportBlock } from "../report-document.ts";
import { writtenReports, type WrittenReport } from "../written-report.server.ts";
import {
  addComment,
  closeComment,
  finishReading,
  removeComment,
  returnWithComments,
} from "./change-comments.server.ts";
import { looksOfDraft } from "../saved-draft.server.ts";
import { readComments, readingsOf, type Comment } from "./comment-rows.server.ts";
import { BUTTONS_FORM, COMMENT_PROBLEMS } from "./comment-words.ts";

type Asked = { request: Request; params: { bookingId: string; version: string }; context: RouteContext };

/** The reader at a version that was written here. Throws 404 for its author, for an assessor without the right, and for
 * one with it once the version is released. */
export async function requireReading({ request, params, context }: Asked) {
  const signedIn = await requireColleague(context, request);
  const { deps, user } = signedIn;
  const isVersion = /^[1-9]\d{0,3}$/.test(params.version);
  const booking = user.reviewsReports && isVersion ? await findBooking(deps.db, params.bookingId) : null;
  const [report] = booking
    ? await writtenReports(deps, { bookingId: booking.id, version: Number(params.version) })
    : [];
  if (!booking || !report || report.author_id === user.userId) throw data(null, { status: 404 });
  const isOver = report.state === "released" || report.state === "withdrawn";
  if (user.kind === "assessor" && isOver) throw data(null, { status: 404 });
  return { ...signedIn, booking, report };
}

/** Blocks of a report that follow each other and belong to one part, with the part's title. */
export type Passage = { part: PartKey; title: string; blocks: ReportBlock[]; isLast: boolean };

/** A report as passages. `isLast`: of its part, where its comments are. */
export function passagesOf(blocks: readonly ReportBlock[]): Passage[] {
  const passages: Passage[] = [];
  for (const block of blocks) {
    const last = passages.at(-1);
    const isNew = last?.part !== block.part || (block.kind === "heading" && block.level === 2);
    if (!isNew) last.blocks.push(block);
    else {
      const heading = block.kind === "heading" ? block.text : (last?.title ?? "");
      const title = isDecisionKey(block.part) ? heading : TITLES[block.part];
      passages.push({ part: block.part, title, blocks: [block], isLast: true });
    }
  }
  return passages.map((one, index) => ({
    ...one,
    isLast: !passages.slice(index + 1).some(({ part }) => part === one.part),
  }));
}

const shownComment = (comment: Comment, names: ReadonlyMap<string, string>) => ({
  id: comment.id,
  part: comment.part_key,
  version: comment.version,
  text: comment.text,
  at: comment.at,
  answer: comment.answer,
  because: comment.because,
  closedAt: comment.closed_at,
  reader: names.get(comment.reader_id) ?? "a reader",
});

export type ShownComment = ReturnType<typeof shownComment>;

/** Comments on all versions of a draft, with the names of their readers. */
export async function shownComments(deps: Deps, draftId: string): Promise<ShownComment[]> {
  const comments = await readComments(deps, { draftId });
  const readers = comments.map(({ reader_id }) => reader_id);
  const names = await findUserNames(deps, readers);
  return comments.map((comment) => shownComment(comment, names));
}

/** A version for its reader; without its text while the privacy desk restricts the booking. */
export async function readReadingPage(
  deps: Deps,
  { booking, report, readerId }: { booking: BookingRow; report: WrittenReport; readerId: string },
) {
  const refusal = await staffRefusal(deps.db, booking);
  const comments = await readComments(deps, { draftId: report.draft_id ?? "" });
  const finished = (await readingsOf(deps.db, booking.id)).filter(({ report_id }) => report_id === report.id);
  const names = await findUserNames(deps, [
    report.author_id,
    ...comments.map(({ reader_id }) => reader_id),
    ...finished.map(({ reader_id }) => reader_id),
  ]);
  const { tree } = report;
  return {
    bookingId: booking.id,
    reference: booking.reference,
    refusal,
    version: report.version,
    kind: report.kind,
    state: report.state,
    declaredAt: report.declared_at,
    author: names.get(report.author_id) ?? "an assessor",
    title: tree.title,
    passages: refusal === null ? passagesOf(tree.blocks) : [],
    comments: (refusal === null ? comments : []).map((comment) => ({
      ...shownComment(comment, names),
      isOwn: comment.reader_id === readerId,
    })),
    /** The author’s answers to findings of the check. */
    looks: refusal === null ? await looksOfDraft(deps, report.draft_id) : [],
    finished: finished.map(({ reader_id, finished_at }) => ({
      name: names.get(reader_id) ?? "a reader",
      at: finished_at,
      isOwn: reader_id === readerId,
    })),
    mayComment: refusal === null && report.state === "in-review",
  };
}

export type ReadingPage = Awaited<ReturnType<typeof readReadingPage>>;

const text = z.string({ error: "Write the comment." }).trim().min(1, { error: "Write the comment." });
export const CommentSchema = z.object({
  partKey: z.string().max(40),
  text: text.max(2_000, { error: "Use at most 2,000 characters." }),
});
export const ReturnWithCommentsSchema = z.object({
  codes: returnReasons.schema,
  note: z.string().trim().max(2_000, { error: "Use at most 2,000 characters." }).default(""),
});
const OneComment = z.object({ commentId: z.string() });

type Posted = Sent & { deps: Deps; by: ActedByRequest; bookingId: string; version: number };
type Refusal = { ok: false; problem: keyof typeof COMMENT_PROBLEMS };

const form = formOf<Posted, Refusal>();
const summary = "Nothing was changed. Please look at what is marked below.";
const readingOf = ({ bookingId, version, by }: Posted) => ({ bookingId, version, by });

/** Answers the reader's forms. Throws redirects. */
export const answerReadingPage = answerForms(
  {
    comment: form({
      schema: CommentSchema,
      summary,
      change: (posted, value) => addComment(posted.deps, readingOf(posted), value),
      said: "The comment was added.",
      formId: (sent) => `comment-form-${String(sent.get("partKey"))}`,
    }),
    remove: form({
      schema: OneComment,
      summary,
      change: (posted, { commentId }) => removeComment(posted.deps, readingOf(posted), commentId),
      said: "The comment was taken back.",
      formId: BUTTONS_FORM,
    }),
    close: form({
      schema: OneComment,
      summary,
      change: (posted, { commentId }) => closeComment(posted.deps, readingOf(posted), commentId),
      said: "The comment was closed.",
      formId: BUTTONS_FORM,
    }),
    finish: form({
      schema: z.object({}),
      summary,
      change: (posted) => finishReading(posted.deps, readingOf(posted)),
      said: "The office sees that you have read the report.",
      formId: BUTTONS_FORM,
    }),
    return: form({
      schema: ReturnWithCommentsSchema,
      summary,
      change: (posted, value) => returnWithComments(posted.deps, readingOf(posted), value),
      said: "The report was returned to its author.",
    }),
  },
  { words: COMMENT_PROBLEMS },
);
