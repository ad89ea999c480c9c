/** The steps of the wizard: slug, URL and schema have one name. */

export const STEPS = [
  { slug: "referrer", title: "Referrer Details", description: "Who you are and how we reach you" },
  { slug: "assessments", title: "Assessment Selection", description: "What needs to be assessed" },
  { slug: "location", title: "Location", description: "Where the assessment takes place" },
  { slug: "scheduling", title: "Scheduling", description: "When it suits you" },
  { slug: "confirmation", title: "Confirmation", description: "Check everything and book" },
] as const;

export type StepSlug = (typeof STEPS)[number]["slug"];

/** Notices at the top of a step, named in its address. */
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

export const readNotice = (query: URLSearchParams): StepNotice | null =>
  STEP_NOTICES.find((notice) => notice === query.get("notice")) ?? null;

export function stepHref(slug: StepSlug, draftId: string, notice?: StepNotice): string {
  const query = new URLSearchParams({ draft: draftId, ...(notice ? { notice } : {}) });
  return `/booking/steps/${slug}?${query}`;
}

/** The step's address behind step 5's Change link. Continue and Back return to step 5. */
export const asChange = (href: string): string => `${href}&change=true`;

export const isChange = (url: string): boolean => new URL(url).searchParams.has("change");

/** The answers of a draft as they were typed, by control name. */
export type Answers = Readonly<Record<string, string | readonly string[]>>;

/** Values of step 5's controls while the draft has no answer. */
export const UNSAVED_DETAILS = { paymentMethod: "pay-later", clientCountryCode: "+44" };

export function answer(answers: Answers, field: string): string {
  const value = answers[field];
  return typeof value === "string" ? value : (value?.[0] ?? "");
}

export const isVirtualChosen = (answers: Answers): boolean =>
  answer(answers, "showVirtualPricing") === "true";
