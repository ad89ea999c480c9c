import { useEffect } from "react";
import { loadAnalytics, trackEvent, trackStart } from "#app/features/booking/analytics.ts";
import type { StepSlug } from "#app/features/booking/steps.ts";

export function useStepTracking(step: StepSlug, analyticsId: string | null): void {
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
