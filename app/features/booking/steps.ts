/** The five steps of the wizard (SPEC section 2): slug, URL and schema share one name. Pure, for the browser too. */

export const STEPS = [
  { slug: "referrer", title: "Referrer Details", description: "Who you are and how we reach you" },
  { slug: "assessments", title: "Assessment Selection", description: "What needs to be assessed" },
  { slug: "location", title: "Location", description: "Where the assessment takes place" },
  { slug: "scheduling", title: "Scheduling", description: "When it suits you" },
  { slug: "confirmation", title: "Confirmation", description: "Check everything and book" },
] as const;

export type StepSlug = (typeof STEPS)[number]["slug"];

/** 1 for the first step. */
export function stepNumber(slug: StepSlug): number {
  return STEPS.findIndex((step) => step.slug === slug) + 1;
}

/** What a page says at its top after a redirect; the texts stand with the pages. */
export type StepNotice = "expired" | "switched" | "none-left" | "check" | "changed" | "saved";

/** The URL of a step of one draft. */
export function stepHref(slug: StepSlug, draftId: string, notice?: StepNotice): string {
  const query = new URLSearchParams({ draft: draftId, ...(notice ? { notice } : {}) });
  return `/booking/steps/${slug}?${query}`;
}

/** The same step, opened to change what the confirmation shows: Continue and Back lead back there. */
export function asChange(href: string): string {
  return `${href}&change=true`;
}

/** Whether the URL of a step was made by `asChange`. */
export function isChange(url: string): boolean {
  return new URL(url).searchParams.has("change");
}

/** Answers as they were typed: what a draft keeps, by field name. */
export type Answers = Readonly<Record<string, string | readonly string[]>>;

/** One typed value; empty when there is none. */
export function answer(answers: Answers, field: string): string {
  const value = answers[field];
  return typeof value === "string" ? value : (value?.[0] ?? "");
}

export function isVirtualChosen(answers: Answers): boolean {
  return answer(answers, "showVirtualPricing") === "true";
}
