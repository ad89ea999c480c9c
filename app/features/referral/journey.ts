import { SECTIONS, type SectionKey } from "./sections.ts";

/** The steps of a referral form (SPEC section 2 "Referral form page", DESIGN section 6). */

/**
 * The section that each assessment asks for, in the order of the steps; null for those without a form. An assessment
 * that is not listed here gets a step that says that its form is not configured, so that it is not overlooked.
 */
const SECTION_OF_ASSESSMENT: Record<string, SectionKey | null> = {
  "Property and Finance Capacity Assessment": "propertyFinance",
  "Health and Welfare Capacity Assessment": "healthWelfare",
  "Capacity to Make a Will": "testamentary",
  "Capacity to Litigate Assessment": "litigate",
  "Capacity to Make a Gift": "gift",
  "Lasting Power of Attorney Capacity Assessment (Property and Affairs)": null,
  "Lasting Power of Attorney Capacity Assessment (Health and Welfare)": null,
  "Capacity to Sell Property": null,
  "Capacity to Buy Property": null,
  Other: null,
};

export type ReferralStep = { slug: string; title: string } & (
  { kind: "section"; section: SectionKey } | { kind: "unconfigured" } | { kind: "legal" }
);
export type SectionStep = Extract<ReferralStep, { kind: "section" }>;

export const FIRST_STEP = SECTIONS.personalDetails.slug;
export const LEGAL_STEP = "legal-information";

function sectionStep(section: SectionKey): ReferralStep {
  const { slug, title } = SECTIONS[section];
  return { kind: "section", slug, title, section };
}

function unconfiguredStep(assessmentName: string): ReferralStep {
  const slug = assessmentName
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
  return { kind: "unconfigured", slug, title: assessmentName };
}

/** The steps for the assessments of a booking, by their names, whatever the order in which they were chosen. */
export function referralSteps(assessmentNames: readonly string[]): ReferralStep[] {
  const chosen = new Set(assessmentNames);
  const sections = Object.entries(SECTION_OF_ASSESSMENT).flatMap(([name, section]) =>
    chosen.has(name) && section ? [section] : [],
  );
  const unknown = [...chosen].filter((name) => !Object.hasOwn(SECTION_OF_ASSESSMENT, name));
  return [
    sectionStep("personalDetails"),
    ...sections.map(sectionStep),
    ...unknown.map(unconfiguredStep),
    sectionStep("communicationAids"),
    { kind: "legal", slug: LEGAL_STEP, title: "Legal Information" },
  ];
}

/** The steps that ask questions. */
export function sectionSteps(steps: readonly ReferralStep[]): SectionStep[] {
  return steps.filter((step) => step.kind === "section");
}

/** The step before or after the one of this slug; null past either end. */
export function neighbour(
  steps: readonly ReferralStep[],
  slug: string,
  direction: "back" | "continue",
): ReferralStep | null {
  const index = steps.findIndex((step) => step.slug === slug);
  return steps[index + (direction === "back" ? -1 : 1)] ?? null;
}

/** The address of a step of a booking's referral form. */
export function stepPath(bookingId: string, slug: string): string {
  return `/referral-form/${bookingId}/${slug}`;
}

/** Where a posted step leads: to the section that was asked for, back, on, or nowhere when it only saves. */
export function destination(
  bookingId: string,
  steps: readonly ReferralStep[],
  slug: string,
  form: FormData,
): string {
  const intent = form.get("intent");
  const asked = steps.find((step) => step.slug === form.get("goTo"))?.slug;
  const next =
    intent === "save" ? slug : neighbour(steps, slug, intent === "back" ? "back" : "continue")?.slug;
  return stepPath(bookingId, asked ?? next ?? slug);
}
