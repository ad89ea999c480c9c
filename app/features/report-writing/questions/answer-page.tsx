import { Link } from "react-router";
import { RECIPIENT_ROLES } from "#app/features/report/report-words.ts";
import { Checkbox } from "#app/forms/choice-fields.tsx";
import { StepForm } from "#app/forms/step-form.tsx";
import { TextArea, TextField } from "#app/forms/text-fields.tsx";
import { fieldOf, useStepForm } from "#app/forms/use-step-form.ts";
import { formatDate, formatInstantDay } from "#app/platform/dates.ts";
import { Alert } from "#app/ui/alert.tsx";
import { Button } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { Pages } from "#app/kit/pages-nav.tsx";
import { Words } from "./question-texts.tsx";
import type { AnswerPage, SendAnswers } from "./answer-page.server.ts";
import type { QuestionsToAnswer } from "./list-questions.server.ts";
import { answerName, assessorQuestionsPath, PURPOSES } from "./question-words.ts";

type Group = AnswerPage["groups"][number];
type Set = Group["sets"][number];

function SetHead({ asker, purpose, version, askedAt, documentId }: Set) {
  return (
    <>
      <h3>
        {asker.name} ({RECIPIENT_ROLES[asker.role]})
      </h3>
      <p className="note">
        Asked on {formatInstantDay(askedAt)} about version {version}. {PURPOSES[purpose]}.{" "}
        {documentId ? <a href={`/documents/${documentId}`}>Download the court’s order</a> : null}
      </p>
    </>
  );
}

function AnswerForm({ group, declaration }: { group: Group; declaration: string }) {
  const saved = Object.fromEntries(group.answers.map((text, index) => [answerName(index), text]));
  const form = useStepForm<SendAnswers>({ id: `answer-form-${group.key}`, saved });
  const starts = group.sets.map((_, index) =>
    group.sets.slice(0, index).reduce((sum, { texts }) => sum + texts.length, 0),
  );
  return (
    <StepForm form={form} autoComplete="off" enterIntent={null} onSubmit={() => {}}>
      <input type="hidden" name="key" value={group.key} />
      <input type="hidden" name="shown" value={group.shown} />
      {group.sets.map((set, at) => (
        <section key={set.id} className="stack">
          <SetHead {...set} />
          {set.texts.map((text, index) => {
            const number = starts[at]! + index;
            return (
              <div key={number} className="stack">
                <Words text={text} />
                <TextArea
                  field={fieldOf(form, answerName(number))}
                  label={`Answer to question ${number + 1}`}
                  rows={5}
                  isWide
                  dir="auto"
                />
              </div>
            );
          })}
        </section>
      ))}
      <Checkbox field={fieldOf(form, "declared")} label={declaration} />
      <TextField field={fieldOf(form, "declaredName")} label="Your full name, as your signature" />
      <div className="actions">
        <Button name="intent" value="send">
          Send for review
        </Button>
        <Button look="quiet" name="intent" value="save">
          Save, send later
        </Button>
      </div>
    </StepForm>
  );
}

type GroupCardProps = { group: Group; declaration: string; visitId: string };

/** Questions that one version answers. */
export function GroupCard({ group, declaration, visitId }: GroupCardProps) {
  const isCorrection = group.answerAs === "correction";
  return (
    <Card heading={`Answer by ${formatDate(group.dueOn)}`} className="stack">
      {group.returnNote ? (
        <Alert tone="warning" heading="The office returned your answers">
          <Words text={group.returnNote} />
        </Alert>
      ) : null}
      {group.isInReview ? (
        <p>Your answers are with the office for review.</p>
      ) : isCorrection ? (
        <p>
          Please put the report right, and send it as a correction:{" "}
          <Link to={`/assessor/visits/${visitId}/report`}>send a report</Link>.
        </p>
      ) : (
        <p>
          Answer each question to clarify your report. If an answer changes your opinion, say what changed and
          why. The answers are printed with the questions, as an addendum to the report.
        </p>
      )}
      {group.isInReview || isCorrection ? (
        group.sets.map((set) => (
          <section key={set.id} className="stack">
            <SetHead {...set} />
            <ol className="list-decimal pl-5">
              {set.texts.map((text, index) => (
                <li key={index}>
                  <Words text={text} />
                </li>
              ))}
            </ol>
          </section>
        ))
      ) : (
        <AnswerForm group={group} declaration={declaration} />
      )}
    </Card>
  );
}

/** Questions that wait for this assessor, on their first page. */
export function ToAnswerCard({ rows, at }: QuestionsToAnswer) {
  if (at.count === 0) return null;
  return (
    <Card heading="Questions to answer">
      <ul className="grid gap-3">
        {rows.map(({ id, visitId, reference, dueOn }) => (
          <li key={id}>
            {visitId ? (
              <Link to={assessorQuestionsPath(visitId)}>Answer the questions about {reference}</Link>
            ) : (
              reference
            )}{" "}
            <span className="note">by {formatDate(dueOn)}</span>
          </li>
        ))}
      </ul>
      <Pages at={at} of="questions to answer" />
    </Card>
  );
}
