import type { SeedAssessmentId } from "#app/features/catalogue/catalogue.ts";
import {
  fieldsOf,
  type Answers,
  type AnswersOf,
  type AskedField,
  type Section,
} from "#app/kit/sections/fields.ts";
import { communicationAids } from "./communication-risk.ts";
import { courtApplication } from "./court-application.ts";
import { decision } from "./decision.ts";
import { gift } from "./gift.ts";
import { healthWelfare } from "./health-welfare.ts";
import { litigate } from "./litigate.ts";
import { personalDetails } from "./personal-details.ts";
import { propertyFinance } from "./property-finance.ts";
import { testamentary } from "./testamentary.ts";

/** The form that each assessment asks for, or `none`, in the order of the steps. */
export const ASSESSMENT_FORMS = {
  "property-finance": propertyFinance,
  "health-welfare": healthWelfare,
  "capacity-will": testamentary,
  "capacity-litigate": litigate,
  "capacity-gift": gift,
  "lpa-property-affairs": "none",
  "lpa-health-welfare": "none",
  "capacity-sell-property": "none",
  "capacity-buy-property": "none",
  other: "none",
} as const satisfies Record<SeedAssessmentId, Section | "none">;

type AssessmentForm = Exclude<(typeof ASSESSMENT_FORMS)[keyof typeof ASSESSMENT_FORMS], "none">;
type OptionalSection = typeof decision | typeof courtApplication;
type AnySection = typeof personalDetails | AssessmentForm | typeof communicationAids | OptionalSection;
export type SectionKey = AnySection["key"];
type Sections = { [S in AnySection as S["key"]]: S };

export function formsOf(isChosen: (assessmentId: string) => boolean): AssessmentForm[] {
  const forms = Object.entries(ASSESSMENT_FORMS).map(([id, form]) => (isChosen(id) ? form : "none"));
  return [...new Set(forms)].filter((form) => form !== "none");
}

/** The sections beside the specification's steps that a booking of these assessments may fill in. */
export function optionalSections(assessments: readonly { id: string }[]): OptionalSection[] {
  const hasForm = (id: string) =>
    Object.hasOwn(ASSESSMENT_FORMS, id) && ASSESSMENT_FORMS[id as SeedAssessmentId] !== "none";
  const needsDecision = assessments.some(({ id }) => !hasForm(id));
  return needsDecision ? [decision, courtApplication] : [courtApplication];
}

export const SECTIONS = Object.fromEntries(
  [personalDetails, ...formsOf(() => true), communicationAids, decision, courtApplication].map((section) => [
    section.key,
    section,
  ]),
) as Sections;

export type SectionAnswers<K extends SectionKey = SectionKey> = AnswersOf<Sections[K]>;

export const SECTION_KEYS = Object.keys(SECTIONS) as SectionKey[];

export const isSectionKey = (value: string): value is SectionKey => Object.hasOwn(SECTIONS, value);

export const sectionFields = (key: SectionKey): AskedField[] => fieldsOf(SECTIONS[key]);

/** An unanswered section: the default country code and language. */
export const startingAnswers = (key: SectionKey): Answers =>
  Object.fromEntries(
    sectionFields(key).flatMap((field) =>
      "startsAs" in field && field.startsAs ? [[field.name, field.startsAs]] : [],
    ),
  );
