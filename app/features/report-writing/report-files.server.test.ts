import fc from "fast-check";
import { renderToStaticMarkup } from "react-dom/server";
import { createElement } from "react";
import { expect, it } from "vitest";
import { createMemoryRouter, RouterProvider } from "react-router";
import { undrawable } from "#app/platform/tagged-pdf.server.ts";
import { readDocx, readPdf, wordsOf } from "#tests/setup/report-files.ts";
import { PrintedReport } from "./printed-report.tsx";
import { treeText, type ReportBlock, type ReportTree } from "./report-document.ts";
import { documentDocx } from "./report-files.server.ts";
import { documentPdf } from "./report-files.server.ts";

const LOOK = { author: "Tom Reed", mark: "Draft", logo: null };
function readHtml(tree: ReportTree): string {
  const element = createElement(PrintedReport, { tree });
  const router = createMemoryRouter([{ path: "/", element }]);
  const html = renderToStaticMarkup(createElement(RouterProvider, { router }));
  return html
    .replaceAll(/<[^>]+>/g, " ")
    .replaceAll(
      /&(amp|lt|gt|quot|#x27);/g,
      (_, name: string) => ({ amp: "&", lt: "<", gt: ">", quot: '"', "#x27": "'" })[name]!,
    );
}

const word = fc.constantFrom(
  "Anwen",
  "Ŵyn",
  "can’t",
  "£4,200",
  "“weigh”",
  "a & b",
  "<none>",
  "Łódź",
  "decide",
  "30°",
);
const text = fc.array(word, { minLength: 1, maxLength: 40 }).map((words) => words.join(" "));
const part = fc.constant("sources" as const);
const block: fc.Arbitrary<ReportBlock> = fc.oneof(
  fc.record({
    part,
    kind: fc.constant("heading" as const),
    level: fc.constantFrom(2 as const, 3 as const),
    text,
  }),
  fc.record({ part, kind: fc.constant("paragraph" as const), number: fc.nat(99), text }),
  fc.record({ part, kind: fc.constant("quote" as const), speaker: fc.constant("The person (2)"), text }),
  fc.record({
    part,
    kind: fc.constant("list" as const),
    items: fc.array(text, { minLength: 1, maxLength: 4 }),
  }),
  fc.record({
    part,
    kind: fc.constant("table" as const),
    caption: fc.constant("Facts"),
    rows: fc.array(fc.record({ name: word, value: text }), { minLength: 1, maxLength: 4 }),
  }),
);
const anyTree: fc.Arbitrary<ReportTree> = fc.record({
  title: text,
  reference: fc.constant("CA-2027-0042"),
  language: fc.constant("en-GB" as const),
  letterhead: fc.array(text, { maxLength: 3 }),
  blocks: fc.array(block, { maxLength: 30 }),
});

it("the page, the PDF and the Word file of any report have the same words in the same order", async () => {
  const property = fc.asyncProperty(anyTree, async (tree) => {
    const expected = wordsOf(treeText(tree));
    const pdf = await readPdf((await documentPdf(tree, LOOK)).bytes);
    expect(wordsOf(pdf.text)).toBe(expected);
    expect(wordsOf(await readDocx(await documentDocx(tree, LOOK)))).toBe(expected);
    expect(wordsOf(readHtml(tree))).toBe(expected);
  });
  await fc.assert(property, { numRuns: 12 });
});

const LONG: ReportTree = {
  title: "Report on mental capacity",
  reference: "CA-2027-0042",
  language: "en-GB",
  letterhead: ["Capacity House", "1 High Street"],
  blocks: [
    { part: "person", kind: "heading", level: 2, text: "The visit" },
    { part: "person", kind: "table", caption: "Facts", rows: [{ name: "Place", value: "Oak House" }] },
    { part: "person", kind: "heading", level: 3, text: "Support" },
    { part: "person", kind: "list", items: ["Large print"] },
    { part: "person", kind: "quote", speaker: "The person (1)", text: "Four pounds." },
    { part: "person", kind: "paragraph", number: 1, text: "She spoke of the house. ".repeat(300) },
  ],
};

it("the PDF has tags, language and title, and Draft on every page until it is released", async () => {
  const written = await documentPdf(LONG, LOOK);
  const pdf = await readPdf(written.bytes);
  expect(pdf.title).toBe("Report on mental capacity, CA-2027-0042");
  expect(pdf.isMarked).toBe(true);
  expect(pdf.languages).toEqual(["en-GB"]);
  for (const role of ["H1", "H2", "H3", "P", "L", "LI", "BlockQuote", "Table", "TH", "TD"])
    expect([...pdf.roles]).toContain(role);
  expect(pdf.pages).toBe(written.pages);
  expect(pdf.margins.match(/Draft/g)).toHaveLength(written.pages);
  expect(pdf.margins).toContain(`Page ${written.pages} of ${written.pages}`);
  expect(written.bytes.toString("latin1")).toMatch(/FontFile2/);
  const released = await readPdf((await documentPdf(LONG, { ...LOOK, mark: "" })).bytes);
  expect(released.margins).not.toContain("Draft");
});

it("Welsh letters are drawn; emoji and letters that run from right to left are named", () => {
  expect(undrawable("Ŵyn, Siân, Łódź, £4 – “no”")).toEqual([]);
  expect(undrawable("Fine 🦊 محمد 你")).toEqual(["🦊", "م", "ح", "د", "你"]);
});
