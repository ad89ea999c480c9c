import {
  date,
  group,
  longText,
  withRevealed,
  type AskedField,
  type Section,
  type TextField,
} from "#app/kit/sections/fields.ts";
import { isSectionKey, SECTIONS, type SectionKey } from "#app/features/referral/sections/sections.ts";

/** The parts that others can be asked for. A question whose answer the referral has a field for names that field as
 * its home: taken over, the answer is there and nowhere else. */

export type Home = readonly [section: SectionKey, name: string];

/** `homes`: fields of the referral, the preferred one first. The home is the first that the booking's forms have. */
type Question = TextField & { homes?: readonly `${SectionKey}.${string}`[] };

type More = Pick<Question, "hint" | "homes">;
const ask = (name: string, label: string, more: More = {}): Question => ({
  ...longText(name, label, { need: "optional" }),
  ...more,
});
const askDay = (name: string, label: string, more: More = {}): Question => ({
  ...date(name, label, { need: "optional", isAnyDay: true }),
  ...more,
});

type OwnPart = {
  title: string;
  lead: string;
  /** Starts the numbers of its questions on paper: `D1`, `D2`, … */
  letter: string;
  mayAskFee?: true;
  groups: readonly { title: string; fields: readonly Question[] }[];
};

/** Source of the questions: what practices ask for before a visit (checked 26 November 2026); the Mental Capacity Act
 * Code of Practice, chapters 3 and 4. */
const OWN_PARTS = {
  doctor: {
    title: "From the doctor",
    lead: "About the person’s health, as far as it matters for how they decide. Short notes are enough. You can send a letter instead: add it under “Papers”.",
    letter: "D",
    mayAskFee: true,
    groups: [
      group("Health", [
        ask("diagnoses", "Diagnoses", {
          hint: "With the date of each, and who made it, if you know.",
          homes: [
            "propertyFinance.diagnosedConditions",
            "healthWelfare.healthConditions",
            "litigate.impairmentDetails",
          ],
        }),
        ask("cognitiveTests", "Cognitive tests", {
          hint: "Name of the test, score and date: for example, ACE-III, 71 of 100, March this year.",
        }),
        ask("medicines", "Medicines that may affect thinking", {
          hint: "Names, doses and times.",
          homes: ["propertyFinance.currentMedications", "healthWelfare.medicationList"],
        }),
        ask("acuteIllness", "Acute illness or delirium now", {
          hint: "An infection, delirium, a change of medicines: anything that may pass. Say if the visit should wait for it.",
        }),
      ]),
      group("How the person is", [
        ask("fluctuation", "Does it come and go?", {
          hint: "When is the person at their best: which time of day, before or after which medicine?",
          homes: ["propertyFinance.fluctuationDetails"],
        }),
        ask("senses", "Hearing, sight and speech", {
          hint: "What is impaired, and what helps.",
          homes: ["communicationAids.communicationDetails"],
        }),
        ask("earlierAssessments", "Earlier assessments", {
          hint: "Capacity assessments, deprivation of liberty safeguards, best interests decisions, with their dates.",
        }),
        ask("anythingElse", "Anything else the assessor should know"),
      ]),
    ],
  },
  care: {
    title: "From the care home or carer",
    lead: "You see the person every day: this tells the assessor when and how to meet them. Short notes are enough. You can add a care plan under “Papers”.",
    letter: "C",
    groups: [
      group("The best way to meet", [
        ask("bestTime", "Best time and place", {
          hint: "Time of day, days to avoid (chiropody, outings), and a quiet room.",
          homes: ["communicationAids.preferredCommunication"],
        }),
        ask("trusted", "Who the person trusts, and who should not be there"),
        ask("aids", "Hearing aids, glasses and other aids", {
          hint: "And where they are kept.",
          homes: ["communicationAids.sensoryImpairmentDetails"],
        }),
        ask("interpreter", "Interpreter", {
          hint: "Language or dialect, if one is needed.",
          homes: ["communicationAids.interpreterDetails"],
        }),
        ask("understanding", "What helps the person to understand", {
          hint: "Short sentences, pictures, somebody familiar, a rest in between.",
          homes: ["healthWelfare.decisionSupport", "courtApplication.stepsToHelp"],
        }),
      ]),
      group("How the person is", [
        ask("goodAndBadDay", "A recent good day and a bad day", {
          hint: "With an example of what the person could and could not decide.",
        }),
      ]),
      group("The visit", [
        ask("arrival", "Parking, entrance and infection rules", {
          homes: ["communicationAids.riskAssessments"],
        }),
        ask("letsIn", "Who lets the assessor in", {
          hint: "A name, and a number to ring at the door.",
          homes: ["communicationAids.accessDetails"],
        }),
      ]),
    ],
  },
  lawyer: {
    title: "From the lawyer",
    lead: "About the decision and its deadlines. You can add papers, such as a draft or a letter of instruction, under “Papers”.",
    letter: "L",
    groups: [
      group("The decision", [
        ask("exactDecision", "The exact decision", {
          hint: "Capacity is judged for one decision at a time.",
          homes: [
            "decision.decisionToMake",
            "propertyFinance.financialDecisionNature",
            "litigate.decisionsRequired",
            "courtApplication.decisions",
          ],
        }),
        ask("options", "The options", {
          hint: "What the person could decide, and what would follow.",
          homes: ["decision.decisionOptions"],
        }),
        ask("told", "What the person was told", {
          hint: "By whom, when and how.",
          homes: ["decision.decisionExplained", "courtApplication.stepsTried"],
        }),
        ask("questions", "Questions to be answered", {
          hint: "Legal tests or questions for the report.",
          homes: ["litigate.legalTests", "healthWelfare.legalTests"],
        }),
      ]),
      group("Papers and deadlines", [
        ask("papers", "Papers", {
          hint: "Which there are, and who has them.",
          homes: ["propertyFinance.supportingDocuments"],
        }),
        askDay("deadline", "Deadline", {
          homes: ["decision.decisionDeadline", "courtApplication.deadlineOn"],
        }),
        askDay("hearing", "Hearing", { homes: ["courtApplication.hearingOn"] }),
      ]),
    ],
  },
} satisfies Record<string, OwnPart>;

type OwnKey = keyof typeof OWN_PARTS;
export type PartKey = OwnKey | SectionKey;

const isOwn = (key: string): key is OwnKey => Object.hasOwn(OWN_PARTS, key);

export const isPartKey = (key: unknown): key is PartKey =>
  typeof key === "string" && (isOwn(key) || isSectionKey(key));

export type AskedPart = {
  key: PartKey;
  title: string;
  lead: string;
  mayAskFee: boolean;
  groups: Section["groups"];
  fields: readonly AskedField[];
};

/** Fields that the assessor and the practice alone read: never shown to whoever is asked. */
const FOR_ASSESSORS: readonly string[] = ["courtApplication.assessorOnly", "communicationAids.accessDetails"];

export const isForAssessors = ([section, name]: Home) => FOR_ASSESSORS.includes(`${section}.${name}`);

export function askedPart(key: PartKey): AskedPart {
  const part: OwnPart | Section = isOwn(key) ? OWN_PARTS[key] : SECTIONS[key];
  return {
    key,
    title: part.title,
    lead: isOwn(key)
      ? part.lead
      : "These questions are part of the referral. Leave open what you do not know.",
    mayAskFee: "mayAskFee" in part,
    groups: part.groups,
    fields: part.groups.flatMap(({ fields }) => withRevealed(fields)),
  };
}

/** The field of the referral that a question's answer is taken over to; null where the booking's forms have none, and
 * the assessor alone reads the answer. */
export function homeOf(key: PartKey, name: string, shown: ReadonlySet<SectionKey>): Home | null {
  if (!isOwn(key)) return shown.has(key) ? [key, name] : null;
  const question = OWN_PARTS[key].groups.flatMap(({ fields }) => fields).find((one) => one.name === name);
  const homes = (question?.homes ?? []).map((home) => home.split(".") as unknown as Home);
  return homes.find(([section]) => shown.has(section)) ?? null;
}

const OWN_KEYS = Object.keys(OWN_PARTS) as OwnKey[];

/** The parts that a booking with these sections can ask for, in the order of the form. */
export const partsToAsk = (shown: ReadonlySet<SectionKey>): AskedPart[] =>
  [...OWN_KEYS, ...shown].map(askedPart);

/** Questions by their number on paper, such as `D3`. Sections of the referral are lettered S, T, … in their order. */
export function questionCodes(parts: readonly AskedPart[]): Map<string, string> {
  let next = "S".charCodeAt(0);
  const letterOf = ({ key }: AskedPart) => (isOwn(key) ? OWN_PARTS[key].letter : String.fromCharCode(next++));
  return new Map(
    parts.flatMap((part) => {
      const letter = letterOf(part);
      return part.fields.map(({ name }, index) => [`${part.key}.${name}`, `${letter}${index + 1}`] as const);
    }),
  );
}
