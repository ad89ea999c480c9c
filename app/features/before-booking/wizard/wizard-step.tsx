import { DRAFT_HOURS } from "#app/features/data-protection/retention.ts";
import { type ReactNode, useEffect } from "react";
import { useRouteLoaderData, useSearchParams } from "react-router";
import type { loader as rootLoader } from "#app/root.tsx";
import { PageTitle } from "#app/ui/page-title.tsx";
import { StepProgress } from "#app/ui/step-progress.tsx";
import { STEPS, type StepSlug, type StepNotice } from "#app/features/booking/fields/steps.ts";
import { loadAnalytics, trackEvent, trackStart } from "#app/features/booking/fields/analytics.ts";
import type { FormState } from "#app/forms/use-step-form.ts";
import { Button } from "#app/ui/button.tsx";
import type { StepPage } from "./step-page.server.ts";
import { Alert } from "#app/ui/alert.tsx";
import { SWITCHED_TEXT, switchedTitle } from "./selection.ts";

type WizardStepProps = {
  step: StepSlug;
  /** In place of the step's heading, in the browser's tab. */
  pageTitle?: string | undefined;
  page: Pick<StepPage, "done" | "notice" | "withdrawn">;
  form: Pick<FormState<unknown>, "summary">;
  lead: ReactNode;
  isVirtual?: boolean;
  children: ReactNode;
};

/** The same step of another draft is another form: what was typed in one must not appear in the other. */
export function WizardStep(props: WizardStepProps) {
  const { step, pageTitle, page, form, lead, isVirtual, children } = props;
  const [query] = useSearchParams();
  const root = useRouteLoaderData<typeof rootLoader>("root");
  const steps = STEPS.map(({ slug, title, description }) => ({
    name: title,
    description,
    isDone: page.done.includes(slug),
  }));
  const position = STEPS.findIndex(({ slug }) => slug === step);
  const heading = STEPS[position]!.title;
  useStepTracking(step, root?.analyticsId ?? null);
  return (
    <>
      <PageTitle title={pageTitle ?? heading} isRefused={form.summary !== undefined} />
      <StepProgress steps={steps} current={position + 1} />
      <h1 className="mt-6" tabIndex={-1}>
        {heading}
      </h1>
      <p className="lead mt-1">{lead}</p>
      <div className="mt-6" key={query.get("draft")}>
        <StepNoticeAlert notice={page.notice} isVirtual={isVirtual} />
        {page.withdrawn ? <Alert tone="warning" className="mb-4" text={page.withdrawn} /> : null}
        {children}
      </div>
    </>
  );
}

/** Saves the form first. Inside the form, behind the button that Enter presses. */
export function FinderButton() {
  return (
    <button className="link-button" name="intent" value="finder">
      Not sure which assessment?
    </button>
  );
}

function useStepTracking(step: StepSlug, analyticsId: string | null): void {
  useEffect(() => {
    if (analyticsId) loadAnalytics(analyticsId);
    const onLeave = () => trackEvent({ name: "form_abandon", step });
    trackEvent({ name: "form_step", step });
    document.addEventListener("change", trackStart);
    window.addEventListener("pagehide", onLeave);
    return () => {
      document.removeEventListener("change", trackStart);
      window.removeEventListener("pagehide", onLeave);
    };
  }, [step, analyticsId]);
}

export function StepActions({ children = <Button>Continue</Button> }: { children?: ReactNode }) {
  return (
    <div className="actions">
      <Button look="quiet" intent="back">
        Back
      </Button>
      {children}
    </div>
  );
}

type Notice = { tone?: "warning"; heading: string; text: string; isLive?: boolean };

const NOTICES: Record<Exclude<StepNotice, "switched">, Notice> = {
  expired: {
    tone: "warning",
    heading: "Your earlier answers had expired",
    text: `We keep an unfinished booking for ${DRAFT_HOURS} hours. What you sent just now is saved; please fill in the rest again. Nothing has been booked yet.`,
  },
  booked: {
    tone: "warning",
    heading: "Your earlier booking is already made",
    text: "It stays as it is. This is a new booking with the assessments that were recommended; nothing is booked until you confirm.",
  },
  "none-left": {
    tone: "warning",
    heading: "You removed the last assessment",
    text: "Please select at least one assessment type. Everything else that you entered is saved.",
  },
  check: {
    tone: "warning",
    heading: "Please look at this step again",
    text: "Something here is missing, or no longer possible, so nothing has been booked yet. Everything that you entered is saved.",
  },
  changed: {
    tone: "warning",
    heading: "Your booking has changed since this page was shown",
    text: "You may have it open in another tab. Nothing has been booked yet: please check the page, and confirm again.",
  },
  saved: {
    heading: "Your answers are saved",
    text: "Nothing is booked yet. When everything is right, press Confirm Booking at the end of the page.",
    isLive: true,
  },
};

export function StepNoticeAlert(props: { notice: StepNotice | null; isVirtual?: boolean }) {
  const { notice, isVirtual = false } = props;
  if (notice === null) return null;
  const { text, ...alert } =
    notice === "switched" ? { heading: switchedTitle(isVirtual), text: SWITCHED_TEXT } : NOTICES[notice];
  return (
    <Alert {...alert} className="mb-4">
      <p>{text}</p>
    </Alert>
  );
}
