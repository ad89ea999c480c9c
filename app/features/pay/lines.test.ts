import { describe, expect, test } from "vitest";
import {
  linesOfVisit,
  openLines,
  sumPence,
  type ClosedLine,
  type OpenLine,
  type VisitFacts,
} from "./lines.ts";
import type { PayRule } from "./rule-kinds.ts";

const rule = (more: Partial<PayRule> = {}): PayRule => ({
  id: JSON.stringify(more),
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

const visit = (more: Partial<VisitFacts> = {}): VisitFacts => ({
  assessorId: "a",
  agreedOn: "2027-03-01",
  mode: "face-to-face",
  visitId: "v",
  reference: "MCA-1",
  decisions: [{ assessmentId: "will", pricePence: 595_00, vatRate: 0 }],
  day: "2027-03-10",
  held: "full",
  reason: null,
  releasedOn: "2027-03-20",
  paidOn: null,
  isErased: false,
  claims: [],
  ...more,
});

const RULES = [
  rule(),
  rule({ kind: "part", pence: 90_00 }),
  rule({ kind: "not-held", pence: 40_00 }),
  rule({ kind: "not-held", pence: 0, reason: "unwell" }),
];

describe("what a visit earns, and when", () => {
  test.each([
    ["held in full", visit(), [["decision", 200_00, "2027-03-20"]]],
    ["its report is not released", visit({ releasedOn: null }), [["decision", 200_00, null]]],
    ["held in part", visit({ held: "part" }), [["part", 90_00, "2027-03-10"]]],
    ["not held", visit({ held: "none", reason: "not-at-home" }), [["not-held", 40_00, "2027-03-10"]]],
    ["not held for a reason that earns nothing", visit({ held: "none", reason: "unwell" }), []],
    ["agreed before the first rule", visit({ agreedOn: "2026-12-31" }), []],
  ])("%s", (_name, facts, expected) => {
    expect(linesOfVisit(RULES, facts).map(({ kind, pence, dueOn }) => [kind, pence, dueOn])).toEqual(
      expected,
    );
  });

  test("a fee that waits for the customer's payment is due on that day", () => {
    const [line] = linesOfVisit([rule({ dueWhen: "paid" })], visit({ paidOn: "2027-04-02" }));
    expect(line!.dueOn).toBe("2027-04-02");
  });
});

const close = (lines: readonly OpenLine[]): ClosedLine[] => lines.map(({ isAdjustment: _, ...line }) => line);
const MARCH = { until: "2027-03-31" };
const APRIL = { until: "2027-04-30" };

const drive = (tenths: number, assessorId = "a") =>
  ({ id: `m${tenths}`, assessorId, kind: "miles", tenths, pence: null }) as const;
const park = { id: "p", assessorId: "a", kind: "parking", tenths: null, pence: 6_80 } as const;
const MILE = rule({ kind: "mile", pence: 45 });

describe("miles and expenses", () => {
  test.each([
    // 12.4 miles at 45p are 558p; 12.5 are 562.5p, rounded half up; 0.1 are 4.5p.
    ["miles", [drive(124)], [["mile", "12.4 at £0.45", 558]]],
    ["half a penny", [drive(125)], [["mile", "12.5 at £0.45", 563]]],
    ["a tenth", [drive(1)], [["mile", "0.1 at £0.45", 5]]],
    ["parking", [park], [["expense", "Parking", 680]]],
  ])("%s", (_name, claims, expected) => {
    const facts = visit({ held: "none", reason: "unwell", claims });
    const lines = linesOfVisit([...RULES, MILE], facts);
    expect(lines.map(({ kind, detail, pence }) => [kind, detail, pence])).toEqual(expected);
    expect(lines.every(({ dueOn }) => dueOn === facts.day)).toBe(true);
  });

  test("miles wait for a rule, and a former assessor is paid what they claimed", () => {
    expect(linesOfVisit([], visit({ claims: [drive(124)] }))).toEqual([]);
    const lines = linesOfVisit([MILE], visit({ claims: [drive(100, "b")] }));
    expect(lines.map(({ assessorId, pence }) => [assessorId, pence])).toEqual([["b", 4_50]]);
  });

  test("a mileage rate that is backdated makes an adjustment that adds up", () => {
    const facts = visit({ held: "none", reason: "unwell", claims: [drive(124), park] });
    const march = close(openLines(linesOfVisit([...RULES, MILE], facts), [], MARCH));
    expect(sumPence(march)).toBe(558 + 680);
    const raised = [...RULES, MILE, rule({ kind: "mile", pence: 55, madeAt: "2" })];
    const april = openLines(linesOfVisit(raised, facts), march, APRIL);
    // 12.4 miles at 55p are 682p.
    expect(april.map(({ kind, pence, isAdjustment }) => [kind, pence, isAdjustment])).toEqual([
      ["mile", 682 - 558, true],
    ]);
  });
});

describe("months", () => {
  test("a month takes what is due until its end, and no later month takes it again", () => {
    const wanted = linesOfVisit(RULES, visit());
    expect(openLines(wanted, [], { until: "2027-03-19" })).toEqual([]);
    const march = openLines(wanted, [], MARCH);
    expect(sumPence(march)).toBe(200_00);
    expect(openLines(wanted, close(march), APRIL)).toEqual([]);
  });

  test("an outcome that is corrected after the close makes adjustments that add up", () => {
    const march = close(openLines(linesOfVisit(RULES, visit()), [], MARCH));
    const corrected = linesOfVisit(RULES, visit({ held: "part" }));
    const april = openLines(corrected, march, APRIL);
    expect(april.map(({ kind, pence, isAdjustment }) => [kind, pence, isAdjustment])).toEqual([
      ["part", 90_00, false],
      ["decision", -200_00, true],
    ]);
    expect(sumPence([...march, ...april])).toBe(90_00);
    expect(openLines(corrected, [...march, ...close(april)], { until: "2027-05-31" })).toEqual([]);
  });

  test("a rule that is backdated makes an adjustment of the difference", () => {
    const march = close(openLines(linesOfVisit(RULES, visit()), [], MARCH));
    const raised = [...RULES, rule({ pence: 215_00, validFrom: "2027-02-01" })];
    const april = openLines(linesOfVisit(raised, visit()), march, APRIL);
    expect(april.map(({ pence, isAdjustment }) => [pence, isAdjustment])).toEqual([[15_00, true]]);
  });

  test("a visit that was given to somebody else after the close is taken back from the first", () => {
    const march = close(openLines(linesOfVisit(RULES, visit()), [], MARCH));
    const april = openLines(linesOfVisit(RULES, visit({ assessorId: "b" })), march, APRIL);
    expect(april.map(({ assessorId, pence }) => [assessorId, pence])).toEqual([
      ["b", 200_00],
      ["a", -200_00],
    ]);
  });

  test("closed lines of an erased person stay as they are", () => {
    const facts = visit({ held: "none", reason: "not-at-home" });
    const march = close(openLines(linesOfVisit(RULES, facts), [], MARCH));
    const erased = linesOfVisit([rule({ kind: "not-held", pence: 10_00 })], { ...facts, reason: null });
    expect(openLines(erased, march, { ...APRIL, keptVisits: new Set(["v"]) })).toEqual([]);
  });

  test("over any history the closed months add up to what the last facts want", () => {
    let seed = 7;
    const next = (size: number) => (seed = (seed * 48_271) % 2_147_483_647) % size;
    for (let round = 0; round < 200; round += 1) {
      let closed: ClosedLine[] = [];
      let facts = visit();
      let rules = RULES;
      for (const until of ["2027-03-31", "2027-04-30", "2027-05-31", "2027-06-30"]) {
        facts = visit({
          held: (["full", "part", "none"] as const)[next(3)]!,
          reason: next(2) ? "not-at-home" : "unwell",
          assessorId: next(3) ? "a" : "b",
          releasedOn: next(4) ? "2027-03-20" : null,
          claims: [drive(next(900) + 1), park].slice(0, next(3)),
        });
        if (next(3) === 0)
          rules = [...rules, rule({ pence: next(500_00), madeAt: String(round), id: until })];
        rules = [...rules, rule({ kind: "mile", pence: next(90), madeAt: String(round), id: `m${until}` })];
        closed = [...closed, ...close(openLines(linesOfVisit(rules, facts), closed, { until }))];
        const wanted = linesOfVisit(rules, facts).filter(({ dueOn }) => dueOn !== null);
        expect(sumPence(closed)).toBe(sumPence(wanted));
      }
    }
  });
});
