import {
  ABILITIES,
  ABILITY_KEYS,
  abilityFields,
  abilityFinding,
  cannotDecide,
  FINDINGS,
} from "./abilities.ts";
import { decisionKeys, linesOf, textOf, tickedExchanges, wordsOf, type Draft } from "./draft.ts";
import { SPEAKERS_IN_PRINT } from "./exchange.ts";
import { conclusionField, type DecisionKey } from "./parts.ts";
import { decisionSentence } from "./report-document.ts";

/**
 * Form COP3, Part B, as published descriptions of the edition of July 2023 give its order. Whoever has the PDF in front
 * of them compares the titles and the sizes of the boxes, and changes this list and nothing else.
 */
export const PART_B_EDITION = {
  edition: "07.23",
  checkedOn: "2026-11-26",
  sources: [
    "https://mental-capacity.co.uk/updates-to-form-cop3/",
    "https://bevanbrittan.com/insights/articles/2023/new-cop3-form-assessment-of-capacity",
  ],
  practitioner: {
    number: "4",
    title: "The practitioner: details, registration, experience",
    boxCharacters: 1_200,
  },
  visit: { title: "The assessment: when, and in person or remotely", boxCharacters: 1_200 },
  /** Repeated for each decision. */
  decision: {
    information: { title: "The relevant information", boxCharacters: 1_500 },
    support: { title: "Support given, and steps not tried yet", boxCharacters: 1_500 },
    abilities: { title: "Able to understand, retain, use or weigh, communicate", boxCharacters: 2_500 },
    impairment: { title: "Impairment or disturbance of the mind or brain", boxCharacters: 1_200 },
    because: { title: "Why this means that the person cannot decide", boxCharacters: 1_500 },
    regain: { title: "Whether the person may regain capacity", boxCharacters: 800 },
    conclusion: { title: "Your opinion", boxCharacters: 800 },
  },
} as const;

/** One box of the form. `number`: as the form has it, or the decision, numbered as in Part A. */
export type PartBItem = {
  id: string;
  number: string;
  title: string;
  text: string;
  needsContinuation: boolean;
};

const filled = (texts: readonly string[], separator = "\n") => texts.filter(Boolean).join(separator);

const labelled = (label: string, text: string) => text && `${label}: ${text}`;

function abilitiesText(draft: Draft, key: DecisionKey): string {
  const answers = draft.parts[key] ?? {};
  return filled(
    ABILITY_KEYS.flatMap((ability) => {
      const finding = abilityFinding(answers, ability);
      if (finding === null) return [];
      const names = abilityFields(ability);
      const quotes = tickedExchanges(draft, answers[names.evidence]).map(
        ({ speaker, text }) => `${SPEAKERS_IN_PRINT[speaker]}: ${text}`,
      );
      return [
        filled([
          finding === "not-reached"
            ? `Not reached: whether the person can ${ABILITIES[ability]}.`
            : `${FINDINGS[finding]} ${ABILITIES[ability]}.`,
          textOf(draft, key, names.reasons),
          ...quotes,
          labelled("What I saw", textOf(draft, key, names.seen)),
        ]),
      ];
    }),
    "\n\n",
  );
}

function decisionItems(draft: Draft, key: DecisionKey, number: number): PartBItem[] {
  const own = (name: string) => textOf(draft, key, name);
  const isUnable = cannotDecide(draft.parts[key] ?? {});
  const formality = { formal: "a formal diagnosis", none: "no formal diagnosis" }[own("diagnosis")] ?? "";
  const { decision: boxes } = PART_B_EDITION;
  const texts: Record<keyof typeof boxes, string> = {
    information: filled([
      decisionSentence(own("decision")),
      ...linesOf(own("information")),
      labelled("Reasonably foreseeable consequences", own("consequences")),
    ]),
    support: filled([own("presumption"), own("support"), own("notTried"), own("unwise"), own("fluctuation")]),
    abilities: abilitiesText(draft, key),
    impairment: isUnable
      ? filled([
          own("impairment"),
          labelled("Diagnosis", filled([own("diagnosisName"), formality], ", ")),
          labelled("Source", own("diagnosisSource")),
          labelled("Since", own("diagnosisSince")),
        ])
      : "",
    because: isUnable ? filled([own("becauseOf"), own("otherCauses")]) : "",
    regain: isUnable
      ? filled([
          filled([wordsOf(draft, key, "mayReturn"), own("mayReturnWhy")], ". "),
          labelled("Look again on", wordsOf(draft, key, "lookAgainOn")),
        ])
      : "",
    conclusion: textOf(draft, "opinion", conclusionField(key)),
  };
  return Object.entries(boxes)
    .filter(([box]) => isUnable || !["impairment", "because", "regain"].includes(box))
    .map(([box, { title, boxCharacters }]) =>
      item(`${key}-${box}`, `Decision ${number}`, title, texts[box as keyof typeof boxes], boxCharacters),
    );
}

const item = (id: string, number: string, title: string, text: string, boxCharacters: number): PartBItem => ({
  ...{ id, number, title, text, needsContinuation: text.length > boxCharacters },
});

/** Answers for Part B, to be copied into the court's form. The decisions have the numbers of Part A. */
export function draftPartB(draft: Draft): PartBItem[] {
  const { practitioner, visit } = PART_B_EDITION;
  const author = (name: string) => textOf(draft, "instruction", name);
  const met = (name: string) => textOf(draft, "person", name);
  return [
    item(
      "practitioner",
      practitioner.number,
      practitioner.title,
      filled([
        author("authorName"),
        author("authorRole"),
        author("qualifications"),
        labelled("Relation to the person", author("relation")),
      ]),
      practitioner.boxCharacters,
    ),
    item(
      "visit",
      "",
      visit.title,
      filled([
        met("visitedOn"),
        met("place"),
        wordsOf(draft, "person", "conducted"),
        met("remoteWhy"),
        met("told"),
      ]),
      visit.boxCharacters,
    ),
    ...decisionKeys(draft).flatMap((key, index) => decisionItems(draft, key, index + 1)),
  ];
}
