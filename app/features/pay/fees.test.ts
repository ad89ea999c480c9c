import { describe, expect, test } from "vitest";
import { decisionFees, feeWords, ruleFor, type Agreed } from "./fees.ts";
import type { PayRule } from "./rule-kinds.ts";

let rules = 0;
const rule = (more: Partial<PayRule>): PayRule => ({
  id: String((rules += 1)),
  assessorId: null,
  kind: "decision",
  assessmentId: null,
  mode: null,
  reason: null,
  pence: 200_00,
  percent: null,
  dueWhen: "report",
  validFrom: "2027-01-01",
  madeAt: "",
  ...more,
});

const visit: Agreed = {
  assessorId: "a",
  agreedOn: "2027-03-10",
  mode: "face-to-face",
  decisions: [{ assessmentId: "will", pricePence: 595_00, vatRate: 20 }],
};

describe("the rule that counts", () => {
  test.each([
    ["everybody's", [rule({ pence: 1 })], 1],
    ["the assessor's own", [rule({ pence: 1 }), rule({ pence: 2, assessorId: "a" })], 2],
    ["not another assessor's", [rule({ pence: 1 }), rule({ pence: 2, assessorId: "b" })], 1],
    ["that for the assessment", [rule({ pence: 2, assessmentId: "will" }), rule({ pence: 1 })], 2],
    ["not that for another way of meeting", [rule({ pence: 2, mode: "virtual" }), rule({ pence: 1 })], 1],
    ["the later", [rule({ pence: 2, validFrom: "2027-02-01" }), rule({ pence: 1 })], 2],
    ["not one of later visits", [rule({ pence: 2, validFrom: "2027-03-11" }), rule({ pence: 1 })], 1],
    ["of one day the one that was made last", [rule({ pence: 1 }), rule({ pence: 2, madeAt: "2" })], 2],
  ])("is %s", (_name, given, pence) => {
    expect(ruleFor(given, visit, { kind: "decision", assessmentId: "will" })?.pence).toBe(pence);
  });

  test("a rule of the day on which the visit was agreed stays valid for it", () => {
    const lower = rule({ pence: 150_00, validFrom: "2027-03-20" });
    const fees = decisionFees([rule({}), lower], visit);
    expect(fees.map(({ pence }) => pence)).toEqual([200_00]);
  });
});

describe("what a visit earns", () => {
  const gift = { assessmentId: "gift", pricePence: 400_00, vatRate: 20 };

  test("a share is of the price without VAT, rounded half up", () => {
    // 595.00 with 20 % VAT is 495.83 without; 45 % of this is 223.1235.
    const fees = decisionFees([rule({ pence: null, percent: 45 })], visit);
    expect(fees.map(({ pence }) => pence)).toEqual([223_12]);
  });

  test("a price on request has no share", () => {
    const decisions = [{ assessmentId: "other", pricePence: null, vatRate: 20 }];
    expect(decisionFees([rule({ pence: null, percent: 45 })], { ...visit, decisions })).toEqual([]);
  });

  test("the dearest decision is the first, others are further ones", () => {
    const given = [
      rule({}),
      rule({ assessmentId: "gift", pence: 260_00 }),
      rule({ kind: "further", pence: 80_00 }),
    ];
    const fees = decisionFees(given, { ...visit, decisions: [...visit.decisions, gift] });
    expect(fees.map(({ assessmentId, kind, pence }) => [assessmentId, kind, pence])).toEqual([
      ["gift", "decision", 260_00],
      ["will", "further", 80_00],
    ]);
    expect(feeWords(fees)).toBe("£340.00 when the report is released");
  });

  test("without a rule for further decisions each earns what it would earn alone", () => {
    const fees = decisionFees([rule({})], { ...visit, decisions: [...visit.decisions, gift] });
    expect(fees.map(({ pence }) => pence)).toEqual([200_00, 200_00]);
  });

  test("without a rule nothing is said", () => expect(feeWords(decisionFees([], visit))).toBeNull());
});
