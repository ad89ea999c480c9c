import { isAsked, isBlank, isSameAnswer, type Answers, type Progress } from "#app/kit/sections/fields.ts";
import { findProblems, type FieldProblem } from "#app/features/referral/sections/problems.ts";
import { findAssessment } from "#app/features/catalogue/catalogue.ts";
import {
  formsOf,
  optionalSections,
  SECTIONS,
  sectionFields,
  startingAnswers,
  type SectionKey,
} from "#app/features/referral/sections/sections.ts";
import { intentOf } from "#app/forms/intent.ts";

export type ReferralStep = { slug: string; title: string } & (
  | { kind: "section"; section: SectionKey }
  | { kind: "unconfigured" }
  | { kind: "legal" }
  | { kind: "documents" }
);

export const FIRST_STEP = SECTIONS.personalDetails.slug;
export const LEGAL_STEP = "legal-information";

/** The route handle of every page of the forms. */
export const REFERRAL_HANDLE = { loadFailure: "Failed to fetch booking." };

function sectionStep({ slug, title, key }: { slug: string; title: string; key: SectionKey }): ReferralStep {
  return { kind: "section", slug, title, section: key };
}

function unconfiguredStep(assessmentName: string): ReferralStep {
  const slug = assessmentName.toLowerCase().replace(/[^a-z0-9]+/g, "-");
  return { kind: "unconfigured", slug, title: assessmentName };
}

/** The steps, in a fixed order. An assessment that is not in the catalogue gets one that says so. */
export function referralSteps(assessments: readonly { id: string; name: string }[]): ReferralStep[] {
  const chosen = new Set(assessments.map(({ id }) => id));
  const unknown = assessments.filter(({ id }) => !findAssessment(id));
  return [
    sectionStep(SECTIONS.personalDetails),
    ...formsOf((id) => chosen.has(id)).map(sectionStep),
    ...unknown.map(({ name }) => unconfiguredStep(name)),
    sectionStep(SECTIONS.communicationAids),
    { kind: "legal", slug: LEGAL_STEP, title: "Legal Information" },
  ];
}

export const DOCUMENTS_STEP = "documents";

/** Steps beside the numbered ones: a booking may fill them in or send papers, and Submit does not need them. */
export const optionalSteps = (assessments: readonly { id: string }[]): ReferralStep[] => [
  ...optionalSections(assessments).map(sectionStep),
  { kind: "documents", slug: DOCUMENTS_STEP, title: "Documents" },
];

export const sectionsAsked = (assessments: readonly { id: string; name: string }[]): SectionKey[] =>
  referralSteps(assessments).flatMap((step) => (step.kind === "section" ? [step.section] : []));

/** Sections that pages, print and the API show. Answers to the others stay stored, and come back
 * with their assessment. */
export function shownSections(assessments: readonly { id: string; name: string }[]): Set<SectionKey> {
  const optional = optionalSections(assessments).map(({ key }) => key);
  return new Set([...sectionsAsked(assessments), ...optional]);
}

/** The step before or after another, null at both ends. An optional section lies before Communication & Risk. */
export function neighbour(steps: readonly ReferralStep[], slug: string, direction: "back" | "continue") {
  const found = steps.findIndex((step) => step.slug === slug);
  const communication = steps.findIndex((step) => step.slug === SECTIONS.communicationAids.slug);
  const index = found < 0 ? communication - 0.5 : found;
  return steps[direction === "back" ? Math.ceil(index) - 1 : Math.floor(index) + 1] ?? null;
}

export const stepPath = (bookingId: string, slug: string): string => `/referral-form/${bookingId}/${slug}`;

/** The next page after a posted step: the section that `goTo` names, the one before or after, or the same. */
export function destination(
  bookingId: string,
  { steps, optional }: { steps: readonly ReferralStep[]; optional: readonly ReferralStep[] },
  slug: string,
  form: FormData,
): string {
  const intent = intentOf(form);
  const asked = [...steps, ...optional].find((step) => step.slug === form.get("goTo"))?.slug;
  const next =
    intent === "save" ? slug : neighbour(steps, slug, intent === "back" ? "back" : "continue")?.slug;
  return stepPath(bookingId, asked ?? next ?? slug);
}

export const PROGRESS_LABELS: Record<Progress, string> = {
  "not-started": "Not started",
  "in-progress": "In progress",
  complete: "Complete",
};

/** `complete`: all but the optional is answered, and Submit would refuse nothing. `today` is London's. */
export function sectionProgress(key: SectionKey, saved: Answers | null, today: string): Progress {
  if (!saved) return "not-started";
  const starting = startingAnswers(key);
  const fields = sectionFields(key);
  const isStarted = fields.some(
    (field) => !isBlank(saved[field.name]) && !isSameAnswer(saved[field.name], starting[field.name]),
  );
  if (!isStarted) return "not-started";
  const isWaiting = fields.some(
    (field) => field.need !== "optional" && isAsked(field, saved) && isBlank(saved[field.name]),
  );
  return isWaiting || findProblems(key, saved, today).length > 0 ? "in-progress" : "complete";
}

export type TaskStep = ReferralStep & { progress: Progress | null };

export const taskList = (
  steps: readonly ReferralStep[],
  saved: (key: SectionKey) => Answers | null,
  isSubmitted: boolean,
  today: string,
): TaskStep[] =>
  steps.map((step) => {
    if (step.kind === "section")
      return { ...step, progress: sectionProgress(step.section, saved(step.section), today) };
    if (step.kind === "legal") return { ...step, progress: isSubmitted ? "complete" : "not-started" };
    return { ...step, progress: null };
  });

export type SubmitProblemLink = { message: string; sectionTitle: string; href: string };

export const linkProblems = (bookingId: string, problems: (FieldProblem & { section: SectionKey })[]) =>
  problems.map(({ section, field, message }) => {
    const { slug, title } = SECTIONS[section];
    return { message, sectionTitle: title, href: `${stepPath(bookingId, slug)}?check#${slug}-${field}` };
  });

const SECONDS = { writing: 45, other: 6 };

export function minutesFor(key: SectionKey): number {
  const seconds = SECTIONS[key].groups
    .flatMap((group): readonly { kind: string }[] => group.fields)
    .reduce((sum, { kind }) => sum + (kind === "longText" ? SECONDS.writing : SECONDS.other), 0);
  return Math.max(1, Math.round(seconds / 60));
}
