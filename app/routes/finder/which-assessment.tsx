import { Form, redirect, useLocation } from "react-router";
import { requestScope } from "#app/context.ts";
import { isCookieless } from "#app/features/before-booking/wizard/begin-booking.server.ts";
import { linkPreview } from "#app/features/before-booking/introduction/link-preview.ts";
import { FINDER_PREVIEW, type Question } from "#app/features/before-booking/finder/questions.ts";
import {
  draftParameter,
  finderHref,
  finderPages,
  nextPage,
  readAnswers,
  resultHref,
  type FinderAnswers,
} from "#app/features/before-booking/finder/recommend.ts";
import { CheckboxGroup, RadioGroup } from "#app/forms/choice-fields.tsx";
import { ErrorSummary } from "#app/forms/step-form.tsx";
import { fieldOf, type FormState } from "#app/forms/use-step-form.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { PageTitle } from "#app/ui/page-title.tsx";
import type { Route } from "./+types/which-assessment";

export function loader({ request, context }: Route.LoaderArgs) {
  const { search, searchParams: query } = new URL(request.url);
  // Step 1 says that the browser keeps no cookie, and has what was typed.
  if (isCookieless(request)) throw redirect(`/booking/steps/referrer${search}`);
  const answers = readAnswers(query);
  const draft = draftParameter(query);
  const asked = finderPages(answers).find(({ slug }) => slug === query.get("change"));
  const slug = (asked ?? nextPage(answers))?.slug;
  if (!slug) throw redirect(resultHref(answers, { draft }));
  /** `isRefused`: the page was sent with a question unanswered. */
  const url = `${context.get(requestScope).deps.env.APP_ORIGIN}/which-assessment`;
  return { slug, answers, draft, url, isRefused: query.get("asked") === slug };
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  const { site } = matches[0].loaderData ?? {};
  return loaderData && site ? linkPreview(site, { ...FINDER_PREVIEW, url: loaderData.url }) : [];
};

function formState(answers: FinderAnswers, missing: Question[]): FormState<Record<string, never>> {
  const messageFor = ({ type }: Question) =>
    type === "checkbox" ? "Please choose at least one." : "Please choose one answer.";
  return {
    id: "finder",
    summary: missing.length > 0 ? "Please answer every question on this page." : undefined,
    errors: Object.fromEntries(missing.map((question) => [question.id, [messageFor(question)]])),
    values: Object.fromEntries(Object.entries(answers).map(([id, chosen]) => [id, [...chosen]])),
  };
}

export default function WhichAssessment({ loaderData }: Route.ComponentProps) {
  const { slug, answers, draft, isRefused } = loaderData;
  const { key } = useLocation();
  const pages = finderPages(answers);
  const position = pages.findIndex((page) => page.slug === slug);
  const { heading, questions } = pages[position]!;
  const before = pages[position - 1];
  const backHref = before
    ? finderHref(answers, { draft, change: before.slug })
    : draft && `/booking/steps/assessments?draft=${draft}`;
  const others = Object.entries(answers).filter(([name]) => questions.every(({ id }) => id !== name));
  const missing = questions.filter(({ id }) => isRefused && !answers[id]);
  const form = formState(answers, missing);
  const missingByName = Object.fromEntries(missing.map(({ id, legend }) => [id, [legend]]));
  return (
    <>
      <PageTitle title={heading} isRefused={missing.length > 0} />
      <p className="note">{`Page ${position + 1} of at most 4`}</p>
      <h1 tabIndex={-1}>{heading}</h1>
      {before ? null : (
        <p className="lead mt-1">
          A few short questions show which assessment fits and what it costs. Nothing is stored, and we ask
          nothing that says who the person is.
        </p>
      )}
      <div className="mt-6">
        <ErrorSummary form={{ ...form, errors: missingByName }} />
        {/* Made anew for each answer: the pressed button would keep the focus below a refusal. */}
        <Form id={form.id} action="/which-assessment" key={key}>
          {others.flatMap(([id, values]) =>
            values.map((value) => <input key={`${id} ${value}`} type="hidden" name={id} value={value} />),
          )}
          {draft ? <input type="hidden" name="draft" value={draft} /> : null}
          <input type="hidden" name="asked" value={slug} />
          {questions.map(({ id, type, legend, hint, options }) => {
            const Group = type === "checkbox" ? CheckboxGroup : RadioGroup;
            return (
              <Group
                key={id}
                field={fieldOf(form, id)}
                label={legend}
                hint={hint}
                options={options.filter(({ isWithdrawn }) => !isWithdrawn)}
                isWide
              />
            );
          })}
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
