import { expect, it } from "vitest";
import type { Draft } from "./draft.ts";
import { partFields } from "./parts.ts";
import { reportDocument, treeText } from "./report-document.ts";

const CANNOT = {
  decision: "Whether to sell 4 Elm Road.",
  information: "1. what it is worth\n2. where she would live",
  understand: "can",
  retain: "can",
  weigh: "cannot",
  weighReasons: "She named no disadvantage.\n\nShe came back to her son.",
  weighEvidence: ["b", "gone"],
  communicate: "can",
  impairment: "A disturbance of memory.",
  becauseOf: "She loses the thread.",
};

const draft = (decision: object, template = "narrative"): Draft => ({
  reference: "CAP-2027-0001",
  booked: { personName: "Ann Hale", dateOfBirth: "1941-03-27", assessments: [] },
  exchanges: [
    { id: "a", number: 1, speaker: "assessor", text: "Canary of an exchange that is not ticked", at: "" },
    { id: "b", number: 2, speaker: "person", text: "It is all his now.", at: "10:05" },
  ],
  parts: {
    instruction: { template, instructedBy: "Okoro & Lane", authorName: "Tom Reed" },
    person: { personName: "Ann Hale", dateOfBirth: "1941-03-27", conducted: "in-person" },
    "decision-3": decision as Draft["parts"]["person"] & object,
    opinion: { conclusion3: "She lacks capacity.", summary: "In short." },
  },
});

it("a report numbers its paragraphs, and quotes only what is ticked", () => {
  const tree = reportDocument(draft(CANNOT));
  const numbers = tree.blocks.flatMap((block) => (block.kind === "paragraph" ? [block.number] : []));
  expect(numbers).toEqual(numbers.map((_, index) => index + 1));
  expect(tree.blocks.filter(({ kind }) => kind === "quote")).toEqual([
    { part: "decision-3", kind: "quote", speaker: "The person (2)", text: "It is all his now." },
  ]);
  const text = treeText(tree);
  expect(text).not.toContain("Canary");
  expect(text).toContain("what it is worth\nwhere she would live");
  expect(text).toMatch(/Decision 1 \(whether .*\): She lacks capacity\./);
  expect(text).toContain("Date of birth\n27 March 1941");
});

it("nothing about an impairment is printed of somebody who can decide, whatever is saved", () => {
  const able = treeText(reportDocument(draft({ ...CANNOT, weigh: "can" })));
  expect(able).not.toMatch(/disturbance|Because of it|loses the thread/);
});

it("a short letter leaves out the chapters that it does not need", () => {
  const headings = reportDocument(draft(CANNOT, "letter")).blocks.flatMap((block) =>
    block.kind === "heading" && block.level === 2 ? [block.text] : [],
  );
  expect(headings).toEqual(["Instruction", expect.stringMatching(/^Decision 1: ./), "Opinion"]);
});

const KEYS = ["instruction", "person", "decision-1", "sources", "opinion"] as const;
const SAID = [{ id: "b", number: 1, speaker: "person" as const, text: "Canary said", at: "" }];
const CONTEXT = { booked: [], exchanges: SAID, decisions: [{ key: "decision-1" as const, title: "It" }] };
const ASKED = KEYS.flatMap((key) => partFields(key, CONTEXT).map((field) => ({ key, field })));

/** The words of a report with an answer to every question, the `given` ones among them, by part and name. */
function printed(given: Record<string, string>): string {
  const parts: Record<string, Record<string, string | string[]>> = {};
  for (const { key, field } of ASKED) {
    const { name, kind } = field;
    const usual =
      kind === "checkboxes"
        ? ["b"]
        : "options" in field
          ? (field.options.find((option) => option === "cannot") ?? field.options[0]!)
          : kind === "date"
            ? "2027-03-27"
            : `Canary ${key} ${name}.`;
    (parts[key] ??= {})[name] = given[`${key} ${name}`] ?? usual;
  }
  const booked = { personName: "", dateOfBirth: "", assessments: [] };
  return treeText(reportDocument({ reference: "", booked, exchanges: SAID, parts }));
}

it("what is answered to any question of any part is printed", () => {
  const text = printed({ "person conducted": "remote", "person engaged": "no" });
  const typed = ASKED.filter(({ field: { kind } }) => kind === "text" || kind === "longText").map(
    ({ key, field }) => `Canary ${key} ${field.name}.`,
  );
  expect(typed.filter((words) => !text.includes(words))).toEqual([]);
});

it("another choice of any part prints another report", () => {
  const alike = ASKED.flatMap(({ key, field }) => {
    if (field.kind !== "radio" && field.kind !== "select") return [];
    const name = `${key} ${field.name}`;
    const texts = new Set(field.options.map((answer) => printed({ [name]: answer })));
    return texts.size === field.options.length ? [] : [`${name}: ${texts.size} of ${field.options.length}`];
  });
  // The booked assessment that a decision answers: its own words are printed.
  expect(alike).toEqual(["decision-1 assessment: 1 of 10"]);
});
