import { cannotDecide } from "./abilities.ts";
import { decisionKeys, linesOf, textOf, type Draft } from "./draft.ts";
import { SPEAKERS_IN_PRINT } from "./exchange.ts";
import { conclusionField, type DecisionKey, type PartKey } from "./parts.ts";
import { filled, labelled, type Box } from "./print.ts";
import { inPrint } from "./report-document.ts";

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
  visit: { number: "", title: "The assessment: when, and in person or remotely", boxCharacters: 1_200 },
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

/** The text of a box: what its questions say, an empty line before each of the four abilities. */
function boxText(draft: Draft, key: PartKey, box: Box): string {
  const isByHeading = box === "abilities";
  const mine = inPrint(draft, key).filter((one) => one.box === box);
  const texts = [...Map.groupBy(mine, ({ heading }) => isByHeading && heading).values()].map((answers) =>
    answers.flatMap(({ as, inBox, label, words, said, own }) => {
      if (as === "quotes") return said.map((one) => `${SPEAKERS_IN_PRINT[one.speaker]}: ${one.text}`);
      if (inBox === "labelled") return labelled(label, words);
      return inBox ? inBox(own) : as === "lines" ? linesOf(words) : words;
    }),
  );
  return texts.map((lines) => filled(lines, "\n")).join("\n\n");
}

const item = (
  id: string,
  number: string,
  { title, boxCharacters }: { title: string; boxCharacters: number },
  text: string,
): PartBItem => ({ id, number, title, text, needsContinuation: text.length > boxCharacters });

const AFTER_CANNOT = ["impairment", "because", "regain"];

/** Answers for Part B, to be copied into the court's form. The decisions have the numbers of Part A. */
export function draftPartB(draft: Draft): PartBItem[] {
  const { practitioner, visit, decision } = PART_B_EDITION;
  const textIn = (key: DecisionKey, box: string) =>
    box === "conclusion"
      ? textOf(draft, "opinion", conclusionField(key))
      : boxText(draft, key, box as keyof typeof decision & Box);
  return [
    item("practitioner", practitioner.number, practitioner, boxText(draft, "instruction", "practitioner")),
    item("visit", visit.number, visit, boxText(draft, "person", "visit")),
    ...decisionKeys(draft).flatMap((key, index) =>
      Object.entries(decision)
        .filter(([box]) => cannotDecide(draft.parts[key] ?? {}) || !AFTER_CANNOT.includes(box))
        .map(([box, shown]) => item(`${key}-${box}`, `Decision ${index + 1}`, shown, textIn(key, box))),
    ),
  ];
}
