import {
  date,
  group,
  longText,
  withRevealed,
  type AskedField,
  type Section,
} from "#app/kit/sections/fields.ts";
import { isSectionKey, SECTIONS, type SectionKey } from "#app/features/referral/sections/sections.ts";

/** The parts that others can be asked for. A question whose answer the referral has a field for names that field as
 * its home: taken over, the answer is there and nowhere else. */

/** Fields of the referral, the preferred one first: the home is the first that the booking's forms have. */
export type Home = readonly [section: SectionKey, name: string];

type OwnPart = {
  title: string;
  lead: string;
  /** Starts the numbers of its questions on paper: `D1`, `D2`, … */
  letter: string;
  mayAskFee?: true;
  groups: Section["groups"];
  homes: Readonly<Record<string, readonly Home[]>>;
};

const optional = { need: "optional" } as const;

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
        longText("diagnoses", "Diagnoses", {
          ...optional,
          hint: "With the date of each, and who made it, if you know.",
        }),
        longText("cognitiveTests", "Cognitive tests", {
          ...optional,
          hint: "Name of the test, score and date: for example, ACE-III, 71 of 100, March this year.",
        }),
        longText("medicines", "Medicines that may affect thinking", {
          ...optional,
          hint: "Names, doses and times.",
        }),
        longText("acuteIllness", "Acute illness or delirium now", {
          ...optional,
          hint: "An infection, delirium, a change of medicines: anything that may pass. Say if the visit should wait for it.",
        }),
      ]),
      group("How the person is", [
        longText("fluctuation", "Does it come and go?", {
          ...optional,
          hint: "When is the person at their best: which time of day, before or after which medicine?",
        }),
        longText("senses", "Hearing, sight and speech", {
          ...optional,
          hint: "What is impaired, and what helps.",
        }),
        longText("earlierAssessments", "Earlier assessments", {
          ...optional,
          hint: "Capacity assessments, deprivation of liberty safeguards, best interests decisions, with their dates.",
        }),
        longText("anythingElse", "Anything else the assessor should know", optional),
      ]),
    ],
    homes: {
      diagnoses: [
        ["propertyFinance", "diagnosedConditions"],
        ["healthWelfare", "healthConditions"],
        ["litigate", "impairmentDetails"],
      ],
      medicines: [
        ["propertyFinance", "currentMedications"],
        ["healthWelfare", "medicationList"],
      ],
      fluctuation: [["propertyFinance", "fluctuationDetails"]],
      senses: [["communicationAids", "communicationDetails"]],
    },
  },
  care: {
    title: "From the care home or carer",
    lead: "You see the person every day: this tells the assessor when and how to meet them. Short notes are enough. You can add a care plan under “Papers”.",
    letter: "C",
    groups: [
      group("The best way to meet", [
        longText("bestTime", "Best time and place", {
          ...optional,
          hint: "Time of day, days to avoid (chiropody, outings), and a quiet room.",
        }),
        longText("trusted", "Who the person trusts, and who should not be there", optional),
        longText("aids", "Hearing aids, glasses and other aids", {
          ...optional,
          hint: "And where they are kept.",
        }),
        longText("interpreter", "Interpreter", {
          ...optional,
          hint: "Language or dialect, if one is needed.",
        }),
        longText("understanding", "What helps the person to understand", {
          ...optional,
          hint: "Short sentences, pictures, somebody familiar, a rest in between.",
        }),
      ]),
      group("How the person is", [
        longText("goodAndBadDay", "A recent good day and a bad day", {
          ...optional,
          hint: "With an example of what the person could and could not decide.",
        }),
      ]),
      group("The visit", [
        longText("arrival", "Parking, entrance and infection rules", optional),
        longText("letsIn", "Who lets the assessor in", {
          ...optional,
          hint: "A name, and a number to ring at the door.",
        }),
      ]),
    ],
    homes: {
      bestTime: [["communicationAids", "preferredCommunication"]],
      aids: [["communicationAids", "sensoryImpairmentDetails"]],
      interpreter: [["communicationAids", "interpreterDetails"]],
      understanding: [
        ["healthWelfare", "decisionSupport"],
        ["courtApplication", "stepsToHelp"],
      ],
      arrival: [["communicationAids", "riskAssessments"]],
      letsIn: [["communicationAids", "accessDetails"]],
    },
  },
  lawyer: {
    title: "From the lawyer",
    lead: "About the decision and its deadlines. You can add papers, such as a draft or a letter of instruction, under “Papers”.",
    letter: "L",
    groups: [
      group("The decision", [
        longText("exactDecision", "The exact decision", {
          ...optional,
          hint: "Capacity is judged for one decision at a time.",
        }),
        longText("options", "The options", {
          ...optional,
          hint: "What the person could decide, and what would follow.",
        }),
        longText("told", "What the person was told", { ...optional, hint: "By whom, when and how." }),
        longText("questions", "Questions to be answered", {
          ...optional,
          hint: "Legal tests or questions for the report.",
        }),
      ]),
      group("Papers and deadlines", [
        longText("papers", "Papers", { ...optional, hint: "Which there are, and who has them." }),
        date("deadline", "Deadline", { ...optional, isAnyDay: true }),
        date("hearing", "Hearing", { ...optional, isAnyDay: true }),
      ]),
    ],
    homes: {
      exactDecision: [
        ["decision", "decisionToMake"],
        ["propertyFinance", "financialDecisionNature"],
        ["litigate", "decisionsRequired"],
        ["courtApplication", "decisions"],
      ],
      options: [["decision", "decisionOptions"]],
      told: [
        ["decision", "decisionExplained"],
        ["courtApplication", "stepsTried"],
      ],
      questions: [
        ["litigate", "legalTests"],
        ["healthWelfare", "legalTests"],
      ],
      papers: [["propertyFinance", "supportingDocuments"]],
      deadline: [
        ["decision", "decisionDeadline"],
        ["courtApplication", "deadlineOn"],
      ],
      hearing: [["courtApplication", "hearingOn"]],
    },
  },
} as const satisfies Record<string, OwnPart>;

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
  const homes: readonly Home[] = (OWN_PARTS[key] as OwnPart).homes[name] ?? [];
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
