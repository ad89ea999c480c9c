import { type ReactNode, useEffect } from "react";
import { Link, useRouteLoaderData, useSearchParams } from "react-router";
import type { loader as rootLoader } from "#app/root.tsx";
import { PageTitle } from "#app/ui/page-title.tsx";
import { StepProgress } from "#app/ui/step-progress.tsx";
import { useFocusAfterNavigation } from "#app/ui/use-focus-after-navigation.ts";
import { stepNumber, STEPS, type StepSlug } from "#app/features/booking/steps.ts";
import { loadAnalytics, trackEvent, trackStart } from "#app/features/booking/analytics.ts";
import type { FormState } from "#app/forms/use-step-form.ts";
import { Button } from "#app/ui/button.tsx";
import type { StepPage } from "./step-page.server.ts";
import { StepNoticeAlert } from "./step-notice.tsx";

type WizardStepProps = {
  step: StepSlug;
  page: Pick<StepPage, "done" | "notice">;
  form: Pick<FormState<unknown>, "summary">;
  lead: ReactNode;
  /** Whose prices step 2 shows. */
  isVirtual?: boolean;
  children: ReactNode;
};

/** The same step of another draft is another form: what was typed in one must not appear in the other. */
export function WizardStep({ step, page, form, lead, isVirtual, children }: WizardStepProps) {
  const [query] = useSearchParams();
  const root = useRouteLoaderData<typeof rootLoader>("root");
  const steps = STEPS.map(({ slug, title, description }) => ({
    name: title,
    description,
    isDone: page.done.includes(slug),
  }));
  const headingRef = useFocusAfterNavigation<HTMLHeadingElement>();
  const number = stepNumber(step);
  const heading = STEPS[number - 1]!.title;
  useStepTracking(step, root?.analyticsId ?? null);
  return (
    <>
      <PageTitle title={heading} isRefused={form.summary !== undefined} />
      <StepProgress steps={steps} current={number} />
      <h1 className="mt-6" tabIndex={-1} ref={headingRef}>
        {heading}
      </h1>
      <p className="lead mt-1">{lead}</p>
      <div className="mt-6" key={query.get("draft")}>
        <StepNoticeAlert notice={page.notice} isVirtual={isVirtual} />
        {children}
      </div>
    </>
  );
}

export function FinderLink({ draftId }: { draftId: string | null }) {
  const query = draftId ? `?${new URLSearchParams({ draft: draftId })}` : "";
  return <Link to={`/which-assessment${query}`}>Not sure which assessment?</Link>;
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
      <Button look="quiet" name="intent" value="back">
        Back
      </Button>
      {children}
    </div>
  );
}
