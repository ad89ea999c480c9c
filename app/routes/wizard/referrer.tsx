import { data, redirect, useRouteLoaderData, useSearchParams } from "react-router";
import { requestScope } from "#app/context.ts";
import { AlternativeMethods } from "#app/features/paper-form/alternative-methods.tsx";
import { actOnStep, stepPage } from "#app/features/wizard/step-page.server.ts";
import {
  beginBooking,
  freshStart,
  isStartRequest,
  readStartPage,
  startAfresh,
} from "#app/features/wizard/begin-booking.server.ts";
import { requireDraftStep } from "#app/features/wizard/draft-guards.server.ts";
import { hasTyped } from "#app/features/wizard/posted-answers.ts";
import { ReferrerFields } from "#app/features/wizard/referrer-fields.tsx";
import {
  CookiesRefused,
  LandingFields,
  Preselected,
  UnfinishedBooking,
} from "#app/features/wizard/landing.tsx";
import { PaperForm } from "#app/features/paper-form/paper-form-part.ts";
import { stepHref } from "#app/features/booking/steps.ts";
import { bookingStructuredData } from "#app/features/introduction/structured-data.ts";
import { QuestionsPeopleAsk } from "#app/features/introduction/questions-people-ask.tsx";
import { Welcome } from "#app/features/introduction/welcome.tsx";
import { FinderLink, WizardStep } from "#app/features/wizard/wizard-step.tsx";
import { StepForm } from "#app/forms/step-form.tsx";
import { useStepForm } from "#app/forms/use-step-form.ts";
import type { loader as rootLoader } from "#app/root.tsx";
import { Button } from "#app/ui/button.tsx";
import type { Site } from "#app/ui/frame-parts.tsx";
import type { Route } from "./+types/referrer";
import type { ReferrerForm } from "#app/features/booking/schema.ts";

/** The same answers lead to the same draft, and a draft to one booking: nothing is kept for a second press. */
export const handle = { isRepeatable: true };

/** Step 1, at `/`, `/booking` and its own address: without a draft it is the wizard's start. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { deps } = context.get(requestScope);
  const structuredData = bookingStructuredData(deps.env.APP_ORIGIN, deps.settings.current());
  if (isStartRequest(request)) {
    return freshStart({ ...(await readStartPage(deps, request)), structuredData }, request);
  }
  const draft = await requireDraftStep(context.get(requestScope), request, "referrer");
  return { ...stepPage("referrer", draft, request, deps.clock.now()), unfinished: null, structuredData };
}

export async function action({ request, context }: Route.ActionArgs) {
  const { deps, clientAddress } = context.get(requestScope);
  if (new URL(request.url).searchParams.has("draft")) {
    return actOnStep(context, request, "referrer");
  }
  const form = await request.formData();
  if (form.get("intent") === "discard") {
    await startAfresh(deps, request, String(form.get("discardDraft")));
    if (!hasTyped("referrer", form)) return redirect(`/booking${new URL(request.url).search}`, 303);
  }
  const begun = await beginBooking(deps, request, form, clientAddress);
  const headers: HeadersInit = begun.setCookie ? { "Set-Cookie": begun.setCookie } : {};
  if (begun.kind === "go") return redirect(begun.to, { status: 303, headers });
  return data(begun.reply, { status: begun.status, headers });
}

export const meta: Route.MetaFunction = ({ loaderData }) =>
  loaderData ? [{ "script:ld+json": loaderData.structuredData }] : [];

export default function Start(props: Route.ComponentProps) {
  const [query] = useSearchParams();
  const { site } = useRouteLoaderData<typeof rootLoader>("root")!;
  return query.get("print") === "true" ? <PaperForm site={site} /> : <ReferrerStep {...props} site={site} />;
}

function ReferrerStep({ loaderData: page, actionData: reply, site }: Route.ComponentProps & { site: Site }) {
  const form = useStepForm<ReferrerForm>({ id: "referrer", saved: page.saved, reply });
  const begun = reply?.draftId ? stepHref("referrer", reply.draftId) : undefined;
  const retryHref = "retryHref" in page ? (page.retryHref ?? undefined) : undefined;
  const range = page.structuredData.makesOffer ?? null;
  const step = (
    <WizardStep
      step="referrer"
      page={page}
      form={form}
      lead={
        <>
          So that we can reach you. Each step is saved. <FinderLink draftId={page.draftId} />
        </>
      }
    >
      {retryHref && !reply ? <CookiesRefused site={site} /> : null}
      <StepForm form={form} action={"action" in page ? page.action : (begun ?? retryHref)}>
        {page.unfinished && !reply ? <UnfinishedBooking draft={page.unfinished} /> : null}
        {"preselected" in page ? <Preselected names={page.preselected} /> : null}
        {"landingReferrer" in page ? <LandingFields referrer={page.landingReferrer} /> : null}
        <ReferrerFields form={form} />
        <div className="actions">
          <Button>Continue</Button>
        </div>
      </StepForm>
      <AlternativeMethods contactEmail={site.email} />
    </WizardStep>
  );
  const isStart = page.draftId === null;
  return (
    <div className={isStart ? "start" : undefined}>
      {isStart ? <Welcome lowestPrice={range?.lowPrice} /> : null}
      <div>
        {step}
        {isStart ? <QuestionsPeopleAsk range={range} /> : null}
      </div>
    </div>
  );
}
