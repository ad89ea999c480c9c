import { describe, expect, test } from "vitest";
import { EXPLANATIONS } from "#app/features/catalogue/explanations.ts";
import { SEED_ASSESSMENTS } from "#app/features/catalogue/catalogue.ts";
import { suggestedDecisions } from "#app/features/referral/cop3/decisions.ts";
import { treeText } from "#app/features/report-writing/report-document.ts";
import { documentDocx, documentPdf } from "#app/features/report-writing/report-files.server.ts";
import { readDocx, readPdf, wordsOf } from "#tests/setup/report-files.ts";
import { letterOfInstruction, stillMissing, type InstructionFacts } from "./letter-of-instruction.ts";

const LOOK = { author: "Reed and Lowe LLP", mark: "", logo: null };

const facts = (overrides: Partial<InstructionFacts> = {}): InstructionFacts => ({
  sender: ["Reed and Lowe LLP", "1 High Street", "Leeds", "LS1 1AA"],
  addressee: ["The Practice", "2 Low Street", "York"],
  day: "2027-03-01",
  reference: "MCA-ABCD-2345",
  matterReference: "M/2027/41",
  poNumber: "4500123",
  agreement: "F-2027-1",
  payer: "Reed and Lowe LLP",
  signedBy: "Tom Reed",
  person: { name: "Mrs Anwen Price", dateOfBirth: "1941-05-06", place: "4 Elm Road, Leeds, LS2 2BB" },
  decisions: ["Whether Mrs Anwen Price can decide to sell 4 Elm Road"],
  tests: [{ name: "Capacity to Sell Property", test: "Sections 2 and 3", information: ["the price"] }],
  purpose: "An application to the Court of Protection",
  courtReference: "14012345",
  hearingOn: "2027-05-04",
  deadlineOn: "2027-04-12",
  deadlineReason: "The court asked for it.",
  papers: ["GP or hospital letter: gp.pdf", "Care plan or care notes: plan.pdf"],
  needs: ["Language: Welsh", "Hearing: uses aids in both ears, and needs a quiet room"],
  template: "court",
  ...overrides,
});

describe("the letter of instruction", () => {
  test.each(SEED_ASSESSMENTS.map(({ id, name }) => [id, name] as const))(
    "for %s has its decision, its test and the questions, on two pages at most",
    async (id, name) => {
      const known = EXPLANATIONS[id as keyof typeof EXPLANATIONS];
      const decisions = suggestedDecisions(() => ({}), { otherDetails: null, assessments: [{ id, name }] });
      const tree = letterOfInstruction(
        facts({ decisions, tests: [{ name, test: known.test, information: known.needsToHear }] }),
      );
      const text = treeText(tree);
      expect(text).toContain(`Decision 1: ${decisions[0]}`);
      expect(text).toContain(known.test);
      for (const needed of known.needsToHear) expect(text).toContain(needed);
      const { bytes, pages } = await documentPdf(tree, LOOK);
      expect(pages).toBeLessThanOrEqual(2);
      expect(wordsOf((await readPdf(bytes)).text)).toBe(wordsOf(text));
      expect(wordsOf(await readDocx(await documentDocx(tree, LOOK)))).toBe(wordsOf(text));
    },
  );

  test("asks about the four abilities before an impairment, and about the link after it", () => {
    const text = treeText(letterOfInstruction(facts()));
    const order = ["understand the", "retain", "weigh", "communicate the", "impairment of", "because of it"];
    const places = order.map((words) => text.indexOf(words, text.indexOf("in this order")));
    expect(places).not.toContain(-1);
    expect(places).toEqual(places.toSorted((a, b) => a - b));
  });

  test("leaves out what nobody has said", () => {
    const nothing = { courtReference: "", hearingOn: "", deadlineOn: "", deadlineReason: "", purpose: "" };
    const text = treeText(letterOfInstruction(facts({ ...nothing, papers: [], needs: [], agreement: "" })));
    for (const label of [
      "Hearing",
      "Court’s reference",
      "needed by",
      "Papers",
      "Known needs",
      "agreement",
      "Purpose",
    ])
      expect(text).not.toContain(label);
  });
});

describe("what is still missing", () => {
  const at = { bookingId: "b1", isStated: true, asksPo: false };

  test("is nothing when all is said", () => {
    expect(stillMissing(facts(), at)).toEqual([]);
  });

  test("names each fact with the page on which it is said", () => {
    const missing = stillMissing(facts({ papers: [], poNumber: "", matterReference: "" }), {
      ...at,
      isStated: false,
      asksPo: true,
    });
    expect(missing).toEqual([
      { what: "The decision in your own words", to: "/referral-form/b1/court-application" },
      { what: "Papers for the assessor", to: "/referral-form/b1/documents" },
      { what: "Your matter reference", to: "/booking/b1/billing" },
      { what: "The PO number", to: "/booking/b1/billing" },
    ]);
  });
});
