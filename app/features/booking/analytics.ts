/**
 * Analytics events of the wizard (SPEC section 4). They go out only when an analytics function exists on the page
 * (`ANALYTICS_ID`); otherwise nothing is recorded anywhere. No event carries anything that was typed.
 */
type Gtag = (command: "event", name: string, parameters: Record<string, string | number>) => void;

type WizardEvent =
  | { name: "form_start" }
  | { name: "form_step"; step: string }
  | { name: "form_complete"; time_spent_seconds: number }
  | { name: "form_abandon"; step: string }
  | { name: "fallback_used"; method: "pdf" | "email" }
  | { name: "delivery_method"; method: "virtual" | "face_to_face" };

const STARTED_KEY = "booking-started-at";

export function trackEvent({ name, ...parameters }: WizardEvent): void {
  const { gtag } = window as unknown as { gtag?: Gtag };
  if (typeof gtag === "function") gtag("event", name, { event_category: "booking", ...parameters });
}

/** The first change in the form of this tab. */
export function trackStart(): void {
  if (sessionStorage.getItem(STARTED_KEY)) return;
  sessionStorage.setItem(STARTED_KEY, String(Date.now()));
  trackEvent({ name: "form_start" });
}

/** A booking was made: with the seconds since this tab's first change. */
export function trackComplete(): void {
  const startedAt = Number(sessionStorage.getItem(STARTED_KEY) ?? Date.now());
  sessionStorage.removeItem(STARTED_KEY);
  trackEvent({ name: "form_complete", time_spent_seconds: Math.round((Date.now() - startedAt) / 1000) });
}
