import { Link } from "react-router";
import { requestScope } from "#app/context.ts";
import { formLimit } from "#app/platform/http/form-limit.server.ts";
import { Alert, Done } from "#app/ui/alert.tsx";
import { Page } from "#app/ui/page.tsx";
import { PrintButton } from "#app/ui/print-button.tsx";
import { useDone } from "#app/ui/use-done.ts";
import type { Route } from "./+types/report-questions";
import {
  answerAskPage,
  readAskPage,
  type AskFields,
  type AskPage,
} from "#app/features/report-writing/questions/ask-page.server.ts";
import { RadioGroup } from "#app/forms/choice-fields.tsx";
import { StepForm } from "#app/forms/step-form.tsx";
import { Submit } from "#app/forms/submit.tsx";
import { TextArea, TextField } from "#app/forms/text-fields.tsx";
import { fieldOf, useStepForm } from "#app/forms/use-step-form.ts";
import { formatDate, formatInstantDay } from "#app/platform/dates.ts";
import { Badge } from "#app/ui/badge.tsx";
import { Card } from "#app/ui/card.tsx";
import { QuestionTexts } from "#app/features/report-writing/questions/question-texts.tsx";
import {
  MAX_QUESTIONS,
  OPEN_QUESTIONS,
  PURPOSES,
  QUESTION_COLOURS,
} from "#app/features/report-writing/questions/question-words.ts";

const NUMBERS = Array.from({ length: MAX_QUESTIONS }, (_, index) => index + 1);

/** Until when a recipient can ask, in words. */
function AskUntil({ page: { lastDay, sentOn, askDays, purposes } }: { page: AskPage }) {
  if (lastDay === null) return <p>You can ask as long as your link to the report works.</p>;
  const isOver = purposes.length > 0 && !purposes.includes("clarify");
  return isOver ? (
    <p>
      The time for questions to clarify ended on {formatDate(lastDay)}, {askDays} days after we sent you the
      report. You can still tell us that something is wrong, or send us an order of the court.
    </p>
  ) : (
    <p>
      Ask within {askDays} days of {formatDate(sentOn)}, until {formatDate(lastDay)}; later if the court says
      so. Something that is wrong you can tell us at any time.
    </p>
  );
}

/** The form in which a recipient asks. The further questions are folded; they open without scripts, too. */
function AskForm({ page: { purposes, maxMegabytes } }: { page: AskPage }) {
  const form = useStepForm<AskFields>({ id: "ask-form" });
  const options = purposes.map((value) => ({ value, label: PURPOSES[value] }));
  const isUsed = (number: number) =>
    Boolean(form.values[`question${number}`] ?? form.errors[`question${number}`]);
  const questions = (numbers: number[]) =>
    numbers.map((number) => (
      <TextArea
        key={number}
        field={fieldOf(form, `question${number}`)}
        label={`Question ${number}`}
        isOptional={number > 1}
        isWide
        rows={3}
        dir="auto"
      />
    ));
  return (
    <Card heading="Your questions" className="stack">
      <StepForm
        form={form}
        encType="multipart/form-data"
        autoComplete="off"
        enterIntent={null}
        onSubmit={() => {}}
      >
        <RadioGroup field={fieldOf(form, "purpose")} label="What for" options={options} />
        {questions(NUMBERS.slice(0, OPEN_QUESTIONS))}
        <details className="more" open={NUMBERS.slice(OPEN_QUESTIONS).some(isUsed)}>
          <summary>More questions, up to {MAX_QUESTIONS}</summary>
          {questions(NUMBERS.slice(OPEN_QUESTIONS))}
        </details>
        {purposes.includes("court") ? (
          <details className="more" open={form.values.purpose === "court"}>
            <summary>If the court asked: its order and its day</summary>
            <TextField
              field={fieldOf(form, "courtDay")}
              label="The day by which the court wants the answer"
              isOptional
              type="date"
            />
            <TextField
              field={fieldOf(form, "documents")}
              label="The court’s order"
              hint={`Needed if the court asked. A PDF or a photo, smaller than ${maxMegabytes}MB`}
              isOptional
              type="file"
            />
          </details>
        ) : null}
        <Submit>Send the questions</Submit>
      </StepForm>
    </Card>
  );
}

const STATE_WORDS = { asked: "Received", passed: "Received", answered: "Answered", refused: "Not answered" };

/** Questions that the recipient asked before, with what became of them. */
function Asked({ one }: { one: AskPage["asked"][number] }) {
  const { purpose, state, texts, answers, reason, askedAt, dueOn, isPrinted } = one;
  const isOpen = state === "asked" || state === "passed";
  return (
    <Card
      heading={`Asked on ${formatInstantDay(askedAt)}`}
      action={<Badge colour={QUESTION_COLOURS[state]}>{STATE_WORDS[state]}</Badge>}
      className="stack"
    >
      <p className="note">{PURPOSES[purpose]}</p>
      <QuestionTexts texts={texts} answers={answers} head="Answer of the office:" />
      {isOpen ? <p>We answer by {formatDate(dueOn)}. You get an email.</p> : null}
      {state === "answered" && isPrinted ? (
        <p>The answer is in a newer version of the report. Its link came in an email of its own.</p>
      ) : null}
      {state === "refused" ? (
        <p className="whitespace-pre-line break-words">
          <strong>Why we do not answer:</strong> {reason}
        </p>
      ) : null}
    </Card>
  );
}

export async function loader({ request, params, context }: Route.LoaderArgs) {
  return readAskPage(context.get(requestScope), request, params.deliveryId);
}

export const action = formLimit("streamed", async ({ request, params, context }: Route.ActionArgs) =>
  answerAskPage(context.get(requestScope), request, params.deliveryId),
);

export { revalidateAfterConflict as shouldRevalidate } from "#app/forms/revalidate-after-conflict.ts";

export default function ReportQuestions({ loaderData: page }: Route.ComponentProps) {
  const said = useDone({ asked: "Your questions are with us. You get an email when they are answered." });
  const { id, reference, version, isWithdrawn, purposes, asked, hasAsked } = page;
  return (
    <Page title="Ask about this report">
      <Done text={said} />
      <p>
        Booking {reference}, version {version} of the report.{" "}
        <Link to={`/reports/${id}`}>Back to the report</Link>
      </p>
      {isWithdrawn ? (
        <Alert tone="warning" text="This report was withdrawn. Please call us if you have a question." />
      ) : null}
      {purposes.length > 0 ? (
        <>
          <p>
            The office reads your questions first. The assessor’s answers become part of the report: everybody
            who has the report gets them, with the questions and your name.
          </p>
          <AskUntil page={page} />
          <AskForm page={page} />
        </>
      ) : null}
      {hasAsked && purposes.length === 0 && !isWithdrawn ? <p>To ask again, please call us.</p> : null}
      {asked.map((one) => (
        <Asked key={one.id} one={one} />
      ))}
      {hasAsked ? (
        <p className="no-print">
          <PrintButton>Print this page</PrintButton>
        </p>
      ) : null}
    </Page>
  );
}
