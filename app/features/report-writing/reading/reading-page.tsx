import { useActionData } from "react-router";
import type { FormReply } from "#app/forms/read-form.server.ts";
import { Alert } from "#app/ui/alert.tsx";
import { CheckboxGroup, optionsOf } from "#app/forms/choice-fields.tsx";
import { REVIEW_CODES } from "#app/features/report/report-words.ts";
import { PostForm } from "#app/forms/post-form.tsx";
import { StepForm } from "#app/forms/step-form.tsx";
import { Submit } from "#app/forms/submit.tsx";
import { TextArea } from "#app/forms/text-fields.tsx";
import { fieldOf, useStepForm } from "#app/forms/use-step-form.ts";
import { formatInstant } from "#app/platform/dates.ts";
import { Badge } from "#app/ui/badge.tsx";
import { Button } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { LookedAt } from "../finding-list.tsx";
import { Block } from "../printed-report.tsx";
import { COMMENT_STATES } from "./comment-words.ts";
import type { CommentSchema, Passage, ReadingPage, ReturnWithCommentsSchema } from "./reading-page.server.ts";

type ReadComment = ReadingPage["comments"][number];

/** Words in `field` of a form that was refused and that the page no longer shows, to be copied. */
export function UnsavedWords({ field, isShown }: { field: string; isShown: (formId: string) => boolean }) {
  const reply = useActionData<Partial<FormReply> | undefined>();
  const text = reply?.initialValue?.[field];
  if (!reply?.summary || isShown(reply.formId ?? "") || typeof text !== "string" || text === "") return null;
  return (
    <Alert tone="bad" heading={reply.summary} isLive>
      <p className="wrap-anywhere whitespace-pre-line" dir="auto">
        {text}
      </p>
    </Alert>
  );
}

/** The report, with its comments and a field for one more at the end of each part. */
export function ReportWithComments({ page }: { page: ReadingPage }) {
  return page.passages.map((passage, index) => (
    <section key={index} className="border-b border-line pb-5">
      {passage.blocks.map((block, place) => (
        <Block key={place} block={block} />
      ))}
      {passage.isLast ? <PartComments page={page} passage={passage} /> : null}
    </section>
  ));
}

function PartComments({ page, passage }: { page: ReadingPage; passage: Passage }) {
  const comments = page.comments.filter(({ part }) => part === passage.part);
  return (
    <div className="no-print mt-5 grid gap-4 border-l-4 border-line pl-4">
      {comments.length > 0 ? (
        <ul className="grid gap-4" aria-label={`Comments on ${passage.title}`}>
          {comments.map((comment) => (
            <OneComment key={comment.id} comment={comment} mayChange={page.mayComment} />
          ))}
        </ul>
      ) : null}
      {page.mayComment ? <CommentForm passage={passage} key={comments.length} /> : null}
    </div>
  );
}

/** Words of a comment, and what became of it. */
export function CommentText({ comment }: { comment: Omit<ReadComment, "isOwn"> }) {
  const { text, reader, at, version, answer, because, closedAt } = comment;
  const isOverruled = closedAt !== null && answer === null && because !== "";
  const state = isOverruled ? "overruled" : closedAt ? "closed" : (answer ?? "open");
  return (
    <>
      <p className="note">
        {reader}, {formatInstant(at)}, on version {version}{" "}
        <Badge colour={COMMENT_STATES[state].colour}>{COMMENT_STATES[state].label}</Badge>
      </p>
      <p className="wrap-anywhere whitespace-pre-line" dir="auto">
        {text}
      </p>
      {because ? (
        <p className="mt-1 wrap-anywhere whitespace-pre-line" dir="auto">
          {isOverruled ? "Office" : "Author"}: {because}
        </p>
      ) : null}
    </>
  );
}

function OneComment({ comment, mayChange }: { comment: ReadComment; mayChange: boolean }) {
  const { id, answer, closedAt, isOwn } = comment;
  const mayClose = mayChange && answer !== null && closedAt === null;
  const mayRemove = mayChange && isOwn && answer === null;
  return (
    <li>
      <CommentText comment={comment} />
      {mayClose || mayRemove ? (
        <PostForm className="actions">
          <input type="hidden" name="commentId" value={id} />
          <Button look="quiet" isSmall name="intent" value={mayClose ? "close" : "remove"}>
            {mayClose ? "Close comment" : "Take back"}
          </Button>
        </PostForm>
      ) : null}
    </li>
  );
}

function CommentForm({ passage: { part, title } }: { passage: Passage }) {
  const form = useStepForm<typeof CommentSchema>({ id: `comment-form-${part}` });
  return (
    <StepForm form={form} autoComplete="off" enterIntent={null}>
      <input type="hidden" name="partKey" value={part} />
      <TextArea field={fieldOf(form, "text")} label={`Comment on “${title}”`} />
      <Submit intent="comment" look="quiet">
        Add comment
      </Submit>
    </StepForm>
  );
}

/** Findings of the check that the author left as they are, with their words. */
export function AuthorLooks({ looks }: Pick<ReadingPage, "looks">) {
  if (looks.length === 0) return null;
  return (
    <Card heading="The author looked at" className="no-print">
      <ul className="grid gap-3">
        {looks.map(({ message, words, at }) => (
          <li key={`${message} ${at}`}>
            <p>{message}</p>
            <LookedAt words={words} />
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** The end of the reading: nothing more to say, or back to the author. */
export function FinishCard({ page: { finished, mayComment, comments } }: { page: ReadingPage }) {
  const form = useStepForm<typeof ReturnWithCommentsSchema>({ id: "return-form" });
  const open = comments.filter(({ closedAt }) => closedAt === null).length;
  return (
    <Card heading="When you have read it" className="stack">
      {finished.map(({ name, at }) => (
        <p key={name}>
          Read by {name}, {formatInstant(at)}.
        </p>
      ))}
      <p>
        {open === 0 ? "No comment is open." : `${open} ${open === 1 ? "comment is" : "comments are"} open.`}
      </p>
      {mayComment ? (
        <>
          {finished.some(({ isOwn }) => isOwn) ? null : (
            <PostForm className="actions">
              <Button name="intent" value="finish">
                I have read it
              </Button>
            </PostForm>
          )}
          <StepForm form={form} autoComplete="off" enterIntent={null}>
            <CheckboxGroup
              field={fieldOf(form, "codes")}
              label="Reasons to return it"
              options={optionsOf(REVIEW_CODES)}
            />
            <TextArea
              field={fieldOf(form, "note")}
              label="Note to the author (optional)"
              hint="With the report returned, its author can change it and answer each comment."
            />
            <Submit intent="return" look="quiet">
              Return with comments
            </Submit>
          </StepForm>
        </>
      ) : null}
    </Card>
  );
}
