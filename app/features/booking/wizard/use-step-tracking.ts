import { useEffect } from "react";
import { trackEvent, trackStart } from "./analytics.ts";
import type { StepSlug } from "./steps.ts";

/** Analytics of one step's page: seen, first change, and left without submitting. */
export function useStepTracking(step: StepSlug): void {
  useEffect(() => {
    const onLeave = () => trackEvent({ name: "form_abandon", step });
    trackEvent({ name: "form_step", step });
    document.addEventListener("change", trackStart);
    window.addEventListener("pagehide", onLeave);
    return () => {
      document.removeEventListener("change", trackStart);
      window.removeEventListener("pagehide", onLeave);
    };
  }, [step]);
}
