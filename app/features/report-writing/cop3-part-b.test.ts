import { expect, it } from "vitest";
import { suggestedConclusion } from "./abilities.ts";
import { draftPartB, PART_B_EDITION } from "./cop3-part-b.ts";
import type { Draft } from "./draft.ts";

const DECISION = {
  decision: "Whether to sell 4 Elm Road.",
  information: "what it is worth\nwhere she would live",
  support: "Large print.",
  understand: "can",
  retain: "can",
  weigh: "can",
  communicate: "can",
};
const UNABLE = {
  ...DECISION,
  weigh: "cannot",
  weighEvidence: ["e2"],
  weighReasons: "She named no disadvantage.",
  impairment: "A loss of memory.",
  diagnosis: "none",
  becauseOf: "She loses the thread.",
  mayReturn: "no",
};

const draft = (parts: Draft["parts"]): Draft => ({
  reference: "CAP-2027-0001",
  booked: { personName: "Mrs Ann Hale", dateOfBirth: "1941-03-27", assessments: [] },
  exchanges: [{ id: "e2", number: 2, speaker: "person", text: "My son sees to it.", at: "" }],
  parts,
});

/** Headings of the sheet, with the number that stands before each. */
const headings = (items: ReturnType<typeof draftPartB>) => items.map(({ number, title }) => [number, title]);

it("the answers stand in the order of the form, with Part A's numbers of the decisions", () => {
  const items = draftPartB(
    draft({
      instruction: { authorName: "Tom Reed" },
      person: { visitedOn: "4 March 2027" },
      // A removed decision leaves no gap: Part A counts by the place in the list.
      "decision-1": UNABLE,
      "decision-3": DECISION,
      opinion: { conclusion1: suggestedConclusion(UNABLE, "Mrs Ann Hale"), conclusion3: "She has capacity." },
    }),
  );
  const { practitioner, visit, decision } = PART_B_EDITION;
  expect(headings(items)).toEqual([
    ["4", practitioner.title],
    ["", visit.title],
    ...Object.values(decision).map(({ title }) => ["Decision 1", title]),
    ["Decision 2", decision.information.title],
    ["Decision 2", decision.support.title],
    ["Decision 2", decision.abilities.title],
    ["Decision 2", decision.conclusion.title],
  ]);
  const textOf = (id: string) => items.find((item) => item.id === id)?.text;
  expect(textOf("decision-1-abilities")).toContain(
    "Cannot use or weigh the information.\nShe named no disadvantage.\nThe person: My son sees to it.",
  );
  expect(textOf("decision-1-because")).toBe("She loses the thread.");
  expect(textOf("decision-3-conclusion")).toBe("She has capacity.");
});

it("an answer that is longer than its box goes to a continuation sheet", () => {
  const { boxCharacters } = PART_B_EDITION.decision.support;
  const long = (characters: number) =>
    draftPartB(draft({ "decision-1": { ...DECISION, support: "x".repeat(characters) } })).find(
      ({ id }) => id === "decision-1-support",
    )!.needsContinuation;
  expect([long(boxCharacters), long(boxCharacters + 1)]).toEqual([false, true]);
});

it("a conclusion says in a sentence what is decided, and what the person cannot do", () => {
  const suggested = (answers: object) => suggestedConclusion({ ...DECISION, ...answers }, "Mr Finch");
  expect(
    suggested({ decision: "Whether and how to pay the fees.", understand: "cannot", retain: "cannot" }),
  ).toBe(
    "In my opinion, on the balance of probabilities, Mr Finch lacks capacity to decide whether and how to pay the fees, because he cannot understand or retain the information, and this is because of the impairment described above.",
  );
  expect(suggested({ retain: "cannot", weigh: "cannot" })).toContain(
    "he cannot retain, use or weigh the information,",
  );
  expect(suggestedConclusion({ ...DECISION, retain: "cannot" }, "Sam Finch")).toContain(
    "because Sam Finch cannot",
  );
  expect(suggested({ retain: "cannot", weigh: "cannot", communicate: "cannot" })).toContain(
    "cannot retain, use or weigh the information or communicate the decision",
  );
  expect(suggested({ decision: "The sale of 4 Elm Road." })).toContain(
    "make this decision: The sale of 4 Elm Road",
  );
});

it("an answer about the impairment reads as the form asks", () => {
  const later = { diagnosisName: "Dementia", diagnosis: "formal", lookAgainOn: "2027-06-01" };
  const items = draftPartB(draft({ "decision-1": { ...UNABLE, ...later, mayReturnWhy: "It progresses." } }));
  const textOf = (id: string) => items.find((item) => item.id === id)?.text;
  expect(textOf("decision-1-impairment")).toContain("Diagnosis: Dementia, a formal diagnosis");
  expect(textOf("decision-1-regain")).toBe("No. It progresses.\nLook again on: 1 June 2027");
});

it("why they met by video is not for the court where they met in person", () => {
  const visit = (conducted: string) =>
    draftPartB(draft({ person: { conducted, remoteWhy: "She was in hospital." } })).find(
      ({ id }) => id === "visit",
    )!.text;
  expect(visit("remote")).toBe("By video or phone\nShe was in hospital.");
  expect(visit("in-person")).toBe("In person");
});
