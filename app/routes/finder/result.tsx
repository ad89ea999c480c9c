import { offerOfPage } from "#app/features/catalogue/offer-scope.server.ts";
import { redirect, useLocation } from "react-router";
import { requestScope } from "#app/context.ts";
import {
  draftParameter,
  finderHref,
  nextPage,
  readAnswers,
  recommend,
  resultHref,
  type Recommendation,
} from "#app/features/before-booking/finder/recommend.ts";
import { FINDER_PREVIEW } from "#app/features/before-booking/finder/questions.ts";
import { linkPreview } from "#app/features/before-booking/introduction/link-preview.ts";
import { landingReferrer } from "#app/features/booking/fields/tracking.ts";
import { ResultPage } from "#app/features/before-booking/finder/result-page.tsx";
import {
  readOwnDraft,
  startRecommendedBooking,
} from "#app/features/before-booking/finder/start-recommended-booking.server.ts";
import { checkOf } from "#app/features/settings/checked-texts.ts";
import { once } from "#app/platform/http/once.server.ts";
import type { Route } from "./+types/result";

function readQuery(request: Request) {
  const query = new URL(request.url).searchParams;
  const answers = readAnswers(query);
  const draft = draftParameter(query);
  if (nextPage(answers)) throw redirect(finderHref(answers, { draft }));
  return { answers, draft, result: recommend(answers) };
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const { deps } = context.get(requestScope);
  const { draft } = readQuery(request);
  const { isBooked, otherWords } = await readOwnDraft(deps, request, draft);
  const { APP_ORIGIN } = deps.env;
  return {
    ...offerOfPage(),
    draft: isBooked ? null : draft,
    booked: isBooked ? draft : null,
    savedWords: otherWords,
    origin: APP_ORIGIN,
    landingReferrer: landingReferrer(request, APP_ORIGIN),
    checked: checkOf(deps.settings.current().checks, "finder"),
  };
}

const answersIn = (search: string) => readAnswers(new URLSearchParams(search));

const bookingLink = (origin: string, { assessmentIds }: Recommendation) =>
  `${origin}/booking?assessments=${encodeURIComponent(assessmentIds.join(","))}`;

export const meta: Route.MetaFunction = ({ loaderData, matches, location }) => {
  const { site } = matches[0].loaderData ?? {};
  return loaderData && site
    ? linkPreview(site, {
        ...FINDER_PREVIEW,
        url: bookingLink(loaderData.origin, recommend(answersIn(location.search))),
        isCopy: true,
      })
    : [];
};

export const action = once(async ({ request, context }: Route.ActionArgs) => {
  const { deps, clientAddress } = context.get(requestScope);
  const { answers, draft: draftId, result } = readQuery(request);
  if (result.assessmentIds.length === 0) throw redirect(request.url);
  const form = await request.formData();
  return startRecommendedBooking(deps, request, { answers, result, draftId, form, clientAddress });
});

export default function Result({ loaderData }: Route.ComponentProps) {
  const { origin } = loaderData;
  // Read from the address: sent beside the page's own text, the longest result is too heavy.
  const answers = answersIn(useLocation().search);
  const result = recommend(answers);
  const hasMore = result.isVirtual || result.otherWords !== "";
  return (
    <ResultPage
      {...loaderData}
      answers={answers}
      result={result}
      bookingLink={bookingLink(origin, result)}
      resultLink={hasMore ? `${origin}${resultHref(answers, { draft: null })}` : null}
    />
  );
}
