import { redirect } from "react-router";
import {
  draftParameter,
  finderHref,
  finderPages,
  nextPage,
  readAnswers,
  resultHref,
} from "#app/features/finder/recommend.ts";
import { QuestionPage } from "#app/features/finder/question-page.tsx";
import type { Route } from "./+types/which-assessment";

export function loader({ request }: Route.LoaderArgs) {
  const query = new URL(request.url).searchParams;
  const answers = readAnswers(query);
  const draft = draftParameter(query);
  const pages = finderPages(answers);
  const page = pages.find(({ slug }) => slug === query.get("change")) ?? nextPage(answers);
  if (!page) throw redirect(resultHref(answers, draft));
  const position = pages.findIndex(({ slug }) => slug === page.slug);
  const before = pages[position - 1];
  return {
    slug: page.slug,
    number: position + 1,
    answers,
    draft,
    isRefused: query.get("asked") === page.slug,
    backHref: before
      ? finderHref(answers, { draft, change: before.slug })
      : draft && `/booking/steps/assessments?draft=${draft}`,
  };
}

export default function WhichAssessment({ loaderData }: Route.ComponentProps) {
  const page = finderPages(loaderData.answers).find(({ slug }) => slug === loaderData.slug)!;
  return <QuestionPage {...loaderData} page={page} />;
}
