/** The steps of the wizard: slug, URL and schema have one name. */

export const STEPS = [
  { slug: "referrer", title: "Referrer Details", description: "Who you are and how we reach you" },
  { slug: "assessments", title: "Assessment Selection", description: "What needs to be assessed" },
  { slug: "location", title: "Location", description: "Where the assessment takes place" },
  { slug: "scheduling", title: "Scheduling", description: "When it suits you" },
  { slug: "confirmation", title: "Confirmation", description: "Check everything and book" },
] as const;

export type StepSlug = (typeof STEPS)[number]["slug"];

/** What a step may say first, named in its address. */
export const STEP_NOTICES = [
  "expired",
  "booked",
  "switched",
  "none-left",
  "check",
  "changed",
  "saved",
] as const;
export type StepNotice = (typeof STEP_NOTICES)[number];

export function readNotice(query: URLSearchParams): StepNotice | null {
  return STEP_NOTICES.find((notice) => notice === query.get("notice")) ?? null;
}

export function stepHref(slug: StepSlug, draftId: string, notice?: StepNotice): string {
  const query = new URLSearchParams({ draft: draftId, ...(notice ? { notice } : {}) });
  return `/booking/steps/${slug}?${query}`;
}

/** The same step for a change asked for on the confirmation: Continue and Back lead back there. */
export function asChange(href: string): string {
  return `${href}&change=true`;
}

export function isChange(url: string): boolean {
  return new URL(url).searchParams.has("change");
}

/** What a draft keeps, as it was typed, by control name. */
export type Answers = Readonly<Record<string, string | readonly string[]>>;

/** What the confirmation's controls show while the draft has no answer to them. */
export const UNSAVED_DETAILS = { paymentMethod: "pay-later", clientCountryCode: "+44" };

export function answer(answers: Answers, field: string): string {
  const value = answers[field];
  return typeof value === "string" ? value : (value?.[0] ?? "");
}

export function isVirtualChosen(answers: Answers): boolean {
  return answer(answers, "showVirtualPricing") === "true";
}
