import { inTab } from "#app/ui/tab-storage.ts";

/** Events go out only with an analytics function on the page (`ANALYTICS_ID`). None carries anything that was typed. */
type Gtag = (command: "event", name: string, parameters: Record<string, string | number>) => void;

type WizardEvent =
  | { name: "form_start" }
  | { name: "form_step"; step: string }
  | { name: "form_complete"; time_spent_seconds: number }
  | { name: "form_abandon"; step: string }
  | { name: "fallback_used"; method: "pdf" | "email" }
  | { name: "delivery_method"; method: "virtual" | "face_to_face" };

const STARTED_KEY = "booking-started-at";

function findGtag(): Gtag | null {
  const { gtag } = window as unknown as { gtag?: unknown };
  return typeof gtag === "function" ? (gtag as Gtag) : null;
}

/** Loads Google's `gtag`, without cookies. It gets paths without queries, which hold draft ids. */
export function loadAnalytics(id: string): void {
  if (findGtag()) return;
  const scope = window as unknown as { dataLayer: unknown[]; gtag: (...command: unknown[]) => void };
  scope.dataLayer = [];
  scope.gtag = function gtag() {
    // The tag reads the arguments object itself; an array would be ignored.
    // oxlint-disable-next-line prefer-rest-params
    scope.dataLayer.push(arguments);
  };
  const denied = { ad_storage: "denied", ad_user_data: "denied", ad_personalization: "denied" };
  scope.gtag("consent", "default", { ...denied, analytics_storage: "denied" });
  scope.gtag("js", new Date());
  const page_location = location.origin + location.pathname;
  scope.gtag("config", id, { send_page_view: false, page_location, page_referrer: "" });
  const script = document.createElement("script");
  script.async = true;
  script.nonce = document.querySelector<HTMLScriptElement>("script[nonce]")?.nonce ?? "";
  script.src = `https://www.googletagmanager.com/gtag/js?id=${encodeURIComponent(id)}`;
  document.head.append(script);
}

export function trackEvent({ name, ...parameters }: WizardEvent): void {
  findGtag()?.("event", name, { event_category: "booking", ...parameters });
}

export function trackStart(): void {
  if (!findGtag() || inTab((tab) => tab.getItem(STARTED_KEY))) return;
  inTab((tab) => tab.setItem(STARTED_KEY, String(Date.now())));
  trackEvent({ name: "form_start" });
}

export function trackComplete(): void {
  const startedAt = inTab((tab) => tab.getItem(STARTED_KEY));
  if (!startedAt) return;
  inTab((tab) => tab.removeItem(STARTED_KEY));
  const seconds = Math.round((Date.now() - Number(startedAt)) / 1000);
  trackEvent({ name: "form_complete", time_spent_seconds: seconds });
}
