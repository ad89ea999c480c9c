import { optionsOf, RadioGroup } from "#app/forms/choice-fields.tsx";
import { StepForm } from "#app/forms/step-form.tsx";
import { Submit } from "#app/forms/submit.tsx";
import { TextArea } from "#app/forms/text-fields.tsx";
import { fieldOf, useStepForm } from "#app/forms/use-step-form.ts";
import { Card } from "#app/ui/card.tsx";
import { ANSWERS } from "./comment-words.ts";
import type { OwnComment } from "./own-comments.server.ts";
import type { AnswerCommentSchema } from "./own-comments.server.ts";
import { CommentText } from "./reading-page.tsx";

/** Words of readers about the author's report, each with a form to answer it. */
export function OwnComments({ comments }: { comments: readonly OwnComment[] }) {
  if (comments.length === 0) return null;
  const open = comments.filter(({ answer }) => answer === null).length;
  return (
    <Card heading={`Comments of the reader (${open} to answer)`} className="stack">
      <ul className="grid gap-5">
        {comments.map((comment) => (
          <li key={comment.id}>
            <h3 className="wrap-anywhere">{comment.title}</h3>
            <CommentText comment={comment} />
            {comment.closedAt === null ? (
              <AnswerForm comment={comment} key={comment.answer ?? "open"} />
            ) : null}
          </li>
        ))}
      </ul>
    </Card>
  );
}

function AnswerForm({ comment: { id, answer, because } }: { comment: OwnComment }) {
  const form = useStepForm<typeof AnswerCommentSchema>({
    id: `answer-form-${id}`,
    saved: { answer: answer ?? "", because },
  });
  return (
    <details className="more" open={answer === null || form.summary !== undefined}>
      <summary>{answer === null ? "Answer it" : "Change your answer"}</summary>
      <StepForm form={form} autoComplete="off" enterIntent={null}>
        <input type="hidden" name="commentId" value={id} />
        <RadioGroup field={fieldOf(form, "answer")} label="What you did" options={optionsOf(ANSWERS)} />
        <TextArea field={fieldOf(form, "because")} label="What you say about it" />
        <Submit intent="answer" look="quiet">
          Answer
        </Submit>
      </StepForm>
    </details>
  );
}
