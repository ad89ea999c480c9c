import { redirect, useSearchParams, type DataStrategyResult, type MiddlewareFunction } from "react-router";
import { requestScope } from "#app/context.ts";
import { emailRequestLink } from "#app/features/before-booking/paper-form/email-request.server.ts";
import { stepAction, stepPage } from "#app/features/before-booking/wizard/step-page.server.ts";
import {
  beginBooking,
  isStartRequest,
  readStartPage,
  startAfresh,
} from "#app/features/before-booking/wizard/begin-booking.server.ts";
import { readBookingFor } from "#app/features/before-booking/wizard/booking-for.server.ts";
import { requireDraftStep } from "#app/features/before-booking/wizard/draft-guards.server.ts";
import { hasTyped } from "#app/features/before-booking/wizard/posted-answers.ts";
import {
  BooksFor,
  CookiesRefused,
  LandingFields,
  Preselected,
  UnfinishedBooking,
} from "#app/features/before-booking/wizard/landing.tsx";
import { PaperForm } from "#app/features/before-booking/paper-form/paper-form-part.ts";
import { stepHref } from "#app/features/booking/fields/steps.ts";
import {
  START_TITLE,
  Welcome,
  WhatHappens,
  bookingStructuredData,
  QuestionsPeopleAsk,
} from "#app/features/before-booking/introduction/about-the-service.tsx";
import { linkPreview } from "#app/features/before-booking/introduction/link-preview.ts";
import { FinderButton, WizardStep } from "#app/features/before-booking/wizard/wizard-step.tsx";
import { ReferrerFields } from "#app/features/before-booking/wizard/referrer-fields.tsx";
import { intentOf } from "#app/forms/intent.ts";
import { StepForm } from "#app/forms/step-form.tsx";
import { useStepForm } from "#app/forms/use-step-form.ts";
import { Button } from "#app/ui/button.tsx";
import type { Route } from "./+types/referrer";
import type { StepValues } from "#app/features/booking/fields/field-values.ts";
import { trackEvent } from "#app/features/booking/fields/analytics.ts";

/** `emailHref` is an `emailRequestLink`. */
function AlternativeMethods({ emailHref }: { emailHref: string }) {
  return (
    <section className="card">
      <h2>Alternative Booking Methods</h2>
      <p className="note">
        Prefer paper, or a message? Both reach the same people.{" "}
        <span id="opens">The form opens in a new tab.</span>
      </p>
      <div className="mt-3 flex flex-wrap gap-2">
        <a
          className="button is-quiet is-small"
          href="/booking?print=true"
          target="_blank"
          rel="opener"
          aria-describedby="opens"
          onClick={() => trackEvent({ name: "fallback_used", method: "pdf" })}
        >
          Download PDF Form
        </a>
        <a
          className="button is-quiet is-small"
          href={emailHref}
          onClick={() => trackEvent({ name: "fallback_used", method: "email" })}
        >
          Email Your Request
        </a>
      </div>
    </section>
  );
}

/** Step 1, at `/`, `/booking` and its own address: without a draft it is the wizard's start. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { deps } = context.get(requestScope);
  const settings = deps.settings.current();
  const { registers, sampleReportUrl } = settings.company;
  const more = {
    trust: { registers, sampleReportUrl },
    reportDays: settings.documents.reportDays,
    structuredData: bookingStructuredData(deps.env.APP_ORIGIN, settings),
    emailHref: emailRequestLink(settings.company.email),
  };
  if (isStartRequest(request)) return readStartPage(deps, request, more);
  const draft = await requireDraftStep(context.get(requestScope), request, "referrer");
  const booksFor = await readBookingFor(deps, request, draft);
  return { ...stepPage("referrer", draft, request, deps.clock.now()), unfinished: null, booksFor, ...more };
}

/** The same answers lead to the same draft, and a draft to one booking: nothing is kept for a second press. */
export async function action({ request, context }: Route.ActionArgs) {
  if (new URL(request.url).searchParams.has("draft")) return stepAction("referrer")({ request, context });
  const { deps, clientAddress } = context.get(requestScope);
  const form = await request.formData();
  if (intentOf(form) === "finder" && !hasTyped("referrer", form)) return redirect("/which-assessment", 303);
  if (intentOf(form) === "discard") {
    await startAfresh(deps, request, String(form.get("discardDraft")));
    if (!hasTyped("referrer", form)) return redirect(`/booking${new URL(request.url).search}`, 303);
  }
  return beginBooking(deps, request, form, clientAddress);
}

/** Once the first form has made a draft, the page's place in the history gets the draft's address: Back would lead to
 * an empty form. Not in an effect: where the next page comes quickly, React draws nothing in between. */
export const clientMiddleware: MiddlewareFunction<Record<string, DataStrategyResult>>[] = [
  async ({ request }, next) => {
    const results = await next();
    const isLeft = request.signal.aborted || window.location.search.includes("draft=");
    if (request.method === "GET" || isLeft) return results;
    for (const { result } of Object.values(results)) {
      const to = result instanceof Response ? result.headers.get("Location") : null;
      const begun = to && new URL(to, window.location.href).searchParams.get("draft");
      if (begun) history.replaceState(history.state, "", stepHref("referrer", begun));
    }
    return results;
  },
];

export const meta: Route.MetaFunction = ({ loaderData, location, matches }) => {
  const { site } = matches[0].loaderData ?? {};
  if (!loaderData || !site || loaderData.draftId !== null) return [];
  const { structuredData } = loaderData;
  const { description, url } = structuredData;
  const isPrinted = new URLSearchParams(location.search).get("print") === "true";
  return [
    ...(isPrinted ? [{ name: "robots", content: "noindex" }] : []),
    ...linkPreview(site, { title: START_TITLE, description, url, isCopy: isPrinted }),
    { "script:ld+json": structuredData },
  ];
};

export default function Start(props: Route.ComponentProps) {
  const [query] = useSearchParams();
  return query.get("print") === "true" ? <PaperForm /> : <ReferrerStep {...props} />;
}

function ReferrerStep({ loaderData: page, actionData: reply }: Route.ComponentProps) {
  const form = useStepForm<StepValues<"referrer">>({ id: "referrer", saved: page.saved });
  const begun = reply?.draftId ? stepHref("referrer", reply.draftId) : undefined;
  const retryHref = "retryHref" in page ? (page.retryHref ?? undefined) : undefined;
  const range = page.structuredData.makesOffer ?? null;
  const isStart = page.draftId === null;
  const step = (
    <WizardStep
      step="referrer"
      pageTitle={isStart ? START_TITLE : undefined}
      page={page}
      form={form}
      lead="So that we can reach you. Each step is saved."
    >
      {retryHref && !reply ? <CookiesRefused /> : null}
      <StepForm form={form} action={"action" in page ? page.action : (begun ?? retryHref)}>
        {page.booksFor ? <BooksFor booksFor={page.booksFor} /> : null}
        {page.unfinished && !reply ? <UnfinishedBooking draft={page.unfinished} /> : null}
        {"preselected" in page ? <Preselected names={page.preselected} /> : null}
        {"landingReferrer" in page ? <LandingFields referrer={page.landingReferrer} /> : null}
        <ReferrerFields form={form} isOfMember={Boolean(page.booksFor?.id)} />
        <p className="mb-5">
          <FinderButton />
        </p>
        <div className="actions">
          <Button>Continue</Button>
        </div>
      </StepForm>
    </WizardStep>
  );
  return (
    <>
      {isStart ? <Welcome lowestPrice={range?.lowPrice} trust={page.trust} /> : null}
      <div className="columns">
        <div>{step}</div>
        <div className="aside stack">
          {isStart ? <WhatHappens reportDays={page.reportDays} /> : null}
          <AlternativeMethods emailHref={page.emailHref} />
        </div>
      </div>
      {isStart ? <QuestionsPeopleAsk range={range} /> : null}
    </>
  );
}
