import { Form } from "react-router";
import { CheckboxGroup, RadioGroup } from "#app/forms/choice-fields.tsx";
import { ErrorSummary } from "#app/forms/error-summary.tsx";
import { fieldOf, type Field, type FormState } from "#app/forms/use-step-form.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { PageTitle } from "#app/ui/page-title.tsx";
import { useFocusAfterNavigation } from "#app/ui/use-focus-after-navigation.ts";
import type { Question } from "./questions.ts";
import type { FinderAnswers, FinderPage } from "./recommend.ts";

type QuestionPageProps = {
  page: FinderPage;
  number: number;
  /** Of the other pages too: the form's address carries all of them. */
  answers: FinderAnswers;
  draft: string | null;
  /** The page was sent with a question unanswered. */
  isRefused: boolean;
  backHref: string | null;
};

const messageFor = (question: Question) =>
  question.type === "checkbox" ? "Please choose at least one." : "Please choose one answer.";

export function QuestionPage({ page, number, answers, draft, isRefused, backHref }: QuestionPageProps) {
  const headingRef = useFocusAfterNavigation<HTMLHeadingElement>();
  const ids = page.questions.map((question) => question.id);
  const others = Object.entries(answers).filter(([id]) => !ids.includes(id));
  const missing = page.questions.filter(({ id }) => isRefused && !answers[id]);
  const form: FormState<Record<string, never>> = {
    id: "finder",
    summary: missing.length > 0 ? "Please answer every question on this page." : undefined,
    errors: Object.fromEntries(missing.map((question) => [question.id, [messageFor(question)]])),
    values: Object.fromEntries(Object.entries(answers).map(([id, chosen]) => [id, [...chosen]])),
  };
  return (
    <>
      <PageTitle title={page.heading} isRefused={missing.length > 0} />
      <p className="note">Page {number} of at most 4</p>
      <h1 tabIndex={-1} ref={headingRef}>
        {page.heading}
      </h1>
      {number === 1 ? (
        <p className="lead mt-1">
          A few short questions show which assessment fits and what it costs. Nothing is stored, and we ask
          nothing that says who the person is.
        </p>
      ) : null}
      <div className="mt-6">
        <ErrorSummary form={form} />
        <Form id={form.id} action="/which-assessment" key={page.slug}>
          {others.flatMap(([id, values]) =>
            values.map((value) => <input key={`${id} ${value}`} type="hidden" name={id} value={value} />),
          )}
          {draft ? <input type="hidden" name="draft" value={draft} /> : null}
          <input type="hidden" name="asked" value={page.slug} />
          {page.questions.map((question) => (
            <QuestionGroup key={question.id} field={fieldOf(form, question.id)} question={question} />
          ))}
          <div className="actions">
            {backHref ? (
              <ButtonLink look="quiet" to={backHref}>
                Back
              </ButtonLink>
            ) : null}
            <Button>Continue</Button>
          </div>
        </Form>
      </div>
    </>
  );
}

function QuestionGroup({ field, question }: { field: Field<never>; question: Question }) {
  const { type, legend, hint, options } = question;
  const Group = type === "checkbox" ? CheckboxGroup : RadioGroup;
  return <Group field={field} label={legend} hint={hint} options={options} isWide />;
}
