import { Link } from "react-router";
import { Checkbox, optionsOf, RadioGroup, SelectField } from "#app/forms/choice-fields.tsx";
import { DeclaredForm } from "#app/forms/declared-form.tsx";
import { StepForm } from "#app/forms/step-form.tsx";
import { Submit } from "#app/forms/submit.tsx";
import { TextArea, TextField } from "#app/forms/text-fields.tsx";
import { fieldOf, useStepForm } from "#app/forms/use-step-form.ts";
import type { ShownForm } from "#app/forms/answer-forms.server.ts";
import { RECIPIENT_ROLES } from "#app/features/report/report-words.ts";
import { formatDate, formatInstant } from "#app/platform/dates.ts";
import { Alert } from "#app/ui/alert.tsx";
import { Badge } from "#app/ui/badge.tsx";
import { Card } from "#app/ui/card.tsx";
import { Late } from "#app/ui/desk.tsx";
import { Facts } from "#app/ui/lists.tsx";
import { QuestionTexts } from "./question-texts.tsx";
import type { PassSchema, StaffQuestions } from "./staff-questions-page.server.ts";
import { ANSWERED_BY, PURPOSES, QUESTION_COLOURS, QUESTION_STATES } from "./question-words.ts";

type Questions = StaffQuestions["questions"][number];

function PassForm({ page, one }: { page: StaffQuestions; one: Questions }) {
  const form = useStepForm<typeof PassSchema>({ id: `pass-form-${one.id}`, saved: one.saved });
  return (
    <details className="more" open={one.state === "asked" || form.summary !== undefined}>
      <summary>{one.state === "asked" ? "Pass on" : "Pass on again"}</summary>
      <StepForm form={form} autoComplete="off" enterIntent="pass">
        <input type="hidden" name="questionsId" value={one.id} />
        <input type="hidden" name="seen" value={one.seen} />
        <SelectField
          field={fieldOf(form, "assessorId")}
          label="Who answers"
          hint={`The report is by ${one.author}. Somebody else is named as who answers.`}
          options={page.assessors}
          emptyLabel="Choose"
        />
        <RadioGroup
          field={fieldOf(form, "answerAs")}
          label="How it is answered"
          options={optionsOf(ANSWERED_BY)}
        />
        {one.hasOthers ? (
          <Checkbox
            field={fieldOf(form, "together")}
            label="Together with the other questions that this assessor is answering, in one addendum"
            hint="Each recipient of the addendum then reads both. Leave it empty for an addendum of its own."
          />
        ) : null}
        <TextField field={fieldOf(form, "dueOn")} label="Answer by" hint="The court’s day wins" type="date" />
        <Submit intent="pass">Pass on to the assessor</Submit>
      </StepForm>
    </details>
  );
}

function AnswerForm({ one }: { one: Questions }) {
  const form = useStepForm<Record<string, string>>({ id: `answer-form-${one.id}` });
  return (
    <details className="more" open={form.summary !== undefined}>
      <summary>Answer ourselves</summary>
      <p className="note">For what the office can say by itself. These answers are no part of the report.</p>
      <StepForm form={form} autoComplete="off" enterIntent={null} onSubmit={() => {}}>
        <input type="hidden" name="questionsId" value={one.id} />
        <input type="hidden" name="seen" value={one.seen} />
        {one.texts.map((_, index) => (
          <TextArea
            key={index}
            field={fieldOf(form, `answer${index + 1}`)}
            label={`Answer to question ${index + 1}`}
            rows={3}
          />
        ))}
        <Submit intent="answer" look="quiet">
          Send the answers
        </Submit>
      </StepForm>
    </details>
  );
}

/** Questions that one recipient asked at once, with what staff can do. */
export function QuestionsCard(props: {
  page: StaffQuestions;
  one: Questions;
  forms: Readonly<Record<string, ShownForm>>;
}) {
  const { page, one, forms } = props;
  const { asker, state } = one;
  return (
    <Card
      heading={`${asker.name} asked about version ${one.version}`}
      action={<Badge colour={QUESTION_COLOURS[state]}>{QUESTION_STATES[state]}</Badge>}
      className="stack"
    >
      <Facts
        rows={[
          ["From", `${asker.name} (${RECIPIENT_ROLES[asker.role]}, ${asker.email})`],
          ["What for", PURPOSES[one.purpose]],
          ["Asked", formatInstant(one.askedAt)],
          ["Answer by", one.isLate ? <Late>{formatDate(one.dueOn)}, overdue</Late> : formatDate(one.dueOn)],
          one.documentId !== null && [
            "Order of the court",
            <a href={`/documents/${one.documentId}`}>Download the order</a>,
          ],
          one.passedTo !== null && ["Passed to", `${one.passedTo}, ${formatInstant(one.passedAt ?? "")}`],
          one.closedAt !== null && [
            state === "refused" ? "Refused" : "Answered",
            `${formatInstant(one.closedAt)}${one.closedBy ? `, by ${one.closedBy}` : ""}`,
          ],
          one.answeredIn !== null && [one.isReviewed ? "In review" : "Version", `Version ${one.answeredIn}`],
          one.reason !== "" && ["Reason", <span className="whitespace-pre-line">{one.reason}</span>],
        ]}
      />
      <QuestionTexts texts={one.texts} answers={one.answers} head="Answer:" />
      {one.isReviewed ? (
        <p>
          The answers wait for your review.{" "}
          <Link to={`/admin/bookings/${page.id}/report`}>Review the addendum</Link>
        </p>
      ) : null}
      {one.isWithdrawn && one.mayChange ? (
        <Alert
          tone="warning"
          text="This version was withdrawn. Its recipient cannot open the page of their questions: call them with the answer."
        />
      ) : null}
      {one.mayChange ? (
        <>
          <PassForm page={page} one={one} />
          <AnswerForm one={one} />
          <DeclaredForm
            shown={forms.refuse!}
            id={`refuse-form-${one.id}`}
            saved={{ questionsId: one.id, seen: one.seen }}
          />
        </>
      ) : null}
    </Card>
  );
}

/** Lets a recipient ask once more. */
export function AgainForm({ recipients }: Pick<StaffQuestions, "recipients">) {
  const form = useStepForm<{ deliveryId: string }>({
    id: "again-form",
    saved: recipients.length === 1 ? { deliveryId: recipients[0]!.value } : {},
  });
  if (recipients.length === 0) return null;
  return (
    <Card heading="Let a recipient ask again" className="stack">
      <p className="note">
        Each recipient asks once, within the days that Settings say. This opens the form to one of them once
        more, also after the last day.
      </p>
      <StepForm form={form} autoComplete="off" enterIntent="again">
        <SelectField
          field={fieldOf(form, "deliveryId")}
          label="Recipient"
          options={recipients}
          emptyLabel="Choose"
        />
        <Submit intent="again" look="quiet">
          Let them ask
        </Submit>
      </StepForm>
    </Card>
  );
}
