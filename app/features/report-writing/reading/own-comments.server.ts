import { data, redirect } from "react-router";
import { z } from "zod";
import type { Deps } from "#app/deps.server.ts";
import type { ActedByRequest } from "#app/features/audit/record-audit.server.ts";
import { parseForm, refuseForm } from "#app/forms/read-form.server.ts";
import { partTitle } from "../draft.ts";
import type { OpenDraft } from "../open-draft.server.ts";
import { writePath } from "../write-path.ts";
import { answerComment } from "./change-comments.server.ts";
import { COMMENT_PROBLEMS } from "./comment-words.ts";
import { shownComments } from "./reading-page.server.ts";

/** Comments on the author's draft, those without an answer first. */
export async function readOwnComments(deps: Deps, { draft, saved }: OpenDraft) {
  const comments = await shownComments(deps, saved.id);
  const rank = ({ answer, closedAt }: (typeof comments)[number]) => (closedAt ? 2 : answer ? 1 : 0);
  return comments
    .map((comment) => ({ ...comment, title: partTitle(draft, comment.part) }))
    .sort((one, other) => rank(one) - rank(other));
}

export type OwnComment = Awaited<ReturnType<typeof readOwnComments>>[number];

const KEPT_WITHOUT_REASON = "Say why you kept it.";

export const AnswerCommentSchema = z
  .object({
    commentId: z.string(),
    answer: z.enum(["changed", "kept"], { error: "Choose what you did." }),
    because: z.string().trim().max(2_000, { error: "Use at most 2,000 characters." }).default(""),
  })
  .refine(({ answer, because }) => answer === "changed" || because !== "", {
    path: ["because"],
    error: KEPT_WITHOUT_REASON,
  });

type Posted = { deps: Deps; by: ActedByRequest; visitId: string; form: FormData };

/** Keeps the author's answer to a comment. Throws a redirect, and 404 for others. */
export async function answerOwnComment({ deps, by, visitId, form }: Posted) {
  const formId = `answer-form-${String(form.get("commentId"))}`;
  const summary = "Your answer was not saved. Please look at what is marked below.";
  const read = parseForm(form, AnswerCommentSchema, summary, { formId });
  if (!read.ok) return data(read.reply, { status: 400 });
  const { commentId, ...answer } = read.value;
  const result = await answerComment(deps, { visitId, by, commentId }, answer);
  if (result.ok) throw redirect(`${writePath(visitId)}?done=answered`, 303);
  const words = COMMENT_PROBLEMS[result.problem];
  if (words === null) throw data(null, { status: 404 });
  return data(refuseForm(form, words, {}, { formId }), { status: 409 });
}
