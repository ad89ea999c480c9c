import { data, Link, redirect, useActionData } from "react-router";
import { requireAssessor } from "#app/features/accounts/sign-in/guards.server.ts";
import { MODES } from "#app/features/assessors/profile.ts";
import { acceptQuestion, declineQuestion } from "#app/features/visits/ask-assessors.server.ts";
import { readAssessorHome } from "#app/features/visits/assessor-visits.server.ts";
import { answerRefusal } from "#app/features/visits/refusals.ts";
import { AnswerSchema } from "#app/features/visits/visit-schemas.ts";
import { formatHours } from "#app/features/visits/visit-times.ts";
import { parseForm, refuseForm, type FormReply } from "#app/forms/read-form.server.ts";
import { StepForm } from "#app/forms/step-form.tsx";
import { TextArea } from "#app/forms/text-fields.tsx";
import { fieldOf, useStepForm } from "#app/forms/use-step-form.ts";
import { formatInstant, formatLongDate } from "#app/platform/dates.ts";
import { Alert, Done } from "#app/ui/alert.tsx";
import { Button } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { Facts } from "#app/ui/lists.tsx";
import { Page } from "#app/ui/page.tsx";
import { Table } from "#app/ui/table.tsx";
import { useDone } from "#app/ui/use-done.ts";
import { once } from "#app/platform/http/once.server.ts";
import type { Route } from "./+types/home";
import { Times } from "#app/ui/times.tsx";

export async function loader({ request, context }: Route.LoaderArgs) {
  const { deps, user } = await requireAssessor(context, request);
  return readAssessorHome(deps, user.userId);
}

const formIdOf = (questionId: string) => `question-${questionId}`;

export const action = once(async ({ request, context }: Route.ActionArgs) => {
  const { deps, by } = await requireAssessor(context, request);
  const form = await request.formData();
  const formId = formIdOf(String(form.get("questionId") ?? ""));
  const read = parseForm(form, AnswerSchema, "Your answer was not saved.", { formId });
  if (!read.ok) return data(read.reply, { status: 400 });
  const { intent, ...answer } = read.value;
  const result = await (intent === "accept"
    ? acceptQuestion(deps, { ...by, questionId: answer.questionId })
    : declineQuestion(deps, { ...by, ...answer }));
  if (result.ok) throw redirect(`/assessor?done=${intent}`);
  if (result.problem === "not-found") throw data(null, { status: 404 });
  return data(refuseForm(form, answerRefusal(result), {}, { formId }), { status: 409 });
});

export { revalidateAfterConflict as shouldRevalidate } from "#app/forms/revalidate-after-conflict.ts";

const DONE = {
  accept: "The visit is yours. It is in the list below.",
  decline: "Thank you for telling us. The office sees that you cannot come.",
};

type Home = Route.ComponentProps["loaderData"];

export default function AssessorHome({ loaderData }: Route.ComponentProps) {
  const { visits, questions, missing, reported, today } = loaderData;
  const said = useDone(DONE);
  const reply = useActionData<FormReply>();
  // A question that was refused because it has ended is no longer in the list.
  const isGone = reply && questions.every(({ id }) => formIdOf(id) !== reply.formId);
  return (
    <Page title="Your visits">
      <Done text={said} />
      {isGone ? (
        <Alert tone="bad" isLive>
          <p>{reply.summary}</p>
        </Alert>
      ) : null}
      {questions.map((question) => (
        <QuestionCard key={question.id} question={question} />
      ))}
      {missing.length > 0 ? (
        <Card heading="Outcome missing">
          <OutcomeLinks visits={missing} />
        </Card>
      ) : null}
      {visits.length === 0 ? (
        <p>No visits to come. When the office agrees one with you, it appears here.</p>
      ) : (
        <>
          <VisitTable caption="Today" visits={visits.filter(({ day }) => day === today)} />
          <VisitTable
            caption="Days ahead, the next one first"
            visits={visits.filter(({ day }) => day > today)}
          />
        </>
      )}
      {reported.length > 0 ? (
        <Card heading="Outcomes you can still correct">
          <OutcomeLinks visits={reported} />
        </Card>
      ) : null}
    </Page>
  );
}

function OutcomeLinks({ visits }: { visits: Home["missing"] }) {
  return (
    <ul className="grid gap-3">
      {visits.map((visit) => (
        <li key={visit.id}>
          <Link to={`/assessor/visits/${visit.id}/outcome`}>
            {formatLongDate(visit.day)}, <Times>{formatHours(visit)}</Times>
          </Link>{" "}
          <span className="note">{visit.reference}</span>
        </li>
      ))}
    </ul>
  );
}

function VisitTable({ caption, visits }: Pick<Home, "visits"> & { caption: string }) {
  if (visits.length === 0) return null;
  return (
    <Table
      caption={caption}
      hasRowNames
      columns={["Day", "Time", "Kind", "Area", "Booking"]}
      rows={visits.map((visit) => ({
        id: visit.id,
        cells: [
          <Link to={`/assessor/visits/${visit.id}`}>{formatLongDate(visit.day)}</Link>,
          <Times>{formatHours(visit)}</Times>,
          MODES[visit.mode],
          visit.district ?? "–",
          visit.reference,
        ],
      }))}
    />
  );
}

function QuestionCard({ question }: { question: Home["questions"][number] }) {
  const { id, day, mode, town, assessments, language, deadlineAt } = question;
  const form = useStepForm<typeof AnswerSchema>({ id: formIdOf(id) });
  return (
    <Card
      heading={<Times>{`Can you come on ${formatLongDate(day)}, ${formatHours(question)}?`}</Times>}
      className="stack"
    >
      <Facts
        rows={[
          ["Kind", MODES[mode]],
          mode === "face-to-face" && ["Where", town ?? "The town is not known yet"],
          ["Assessments", assessments.join(", ")],
          language !== null && ["Language", language],
          ["Answer by", formatInstant(deadlineAt)],
        ]}
      />
      <StepForm form={form} autoComplete="off" enterIntent={null}>
        <input type="hidden" name="questionId" value={id} />
        <TextArea
          field={fieldOf(form, "reason")}
          label="Reason, if you decline"
          isOptional
          hint="For the office. Please write nothing about anyone’s health."
          rows={2}
        />
        <div className="actions">
          <Button name="intent" value="accept">
            Accept
          </Button>
          <Button look="quiet" name="intent" value="decline">
            Decline
          </Button>
        </div>
      </StepForm>
    </Card>
  );
}
