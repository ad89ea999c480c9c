import { expect, it } from "vitest";
import { changesChapter, reportChanges, withoutChanges } from "./read-report.server.ts";
import type { ReportBlock } from "./report-document.ts";

const report = (...texts: string[]): ReportBlock[] =>
  texts.map((text, index) => ({ part: "opinion", kind: "paragraph", number: index + 1, text }));

it.each<[string, ReportBlock[], ReportBlock[], string[]]>([
  ["nothing", report("One", "Two"), report("One", "Two"), []],
  [
    "a paragraph",
    report("One", "Two", "Three"),
    report("One", "Zwei", "Three"),
    ["Paragraph 2 is changed. Before: “Two”"],
  ],
  ["a new one", report("One", "Three"), report("One", "Two", "Three"), ["Paragraph 2 is new."]],
  ["one less", report("One", "Two", "Three"), report("One", "Three"), ["Removed: “Two”"]],
  [
    "two changes",
    report("One", "Two", "Three"),
    report("Eins", "Two", "Three", "Four"),
    ["Paragraph 1 is changed. Before: “One”", "Paragraph 4 is new."],
  ],
  [
    "a list",
    [{ part: "sources", kind: "list", items: ["The will"] }],
    [{ part: "sources", kind: "list", items: ["The will", "The deed"] }],
    ["The list “The will The deed” is changed. Before: “The will”"],
  ],
])("a later version names what it changes: %s", (_what, before, after, lines) => {
  expect(reportChanges(before, after)).toEqual(lines);
});

it("the chapter of changes is not compared itself", () => {
  const blocks = report("One");
  expect(withoutChanges([...changesChapter(1, ["Paragraph 1 is new."]), ...blocks])).toEqual(blocks);
  expect(withoutChanges(blocks)).toEqual(blocks);
});
