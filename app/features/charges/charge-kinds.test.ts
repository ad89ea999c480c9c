import { describe, expect, test } from "vitest";
import {
  latePercent,
  possibleCauses,
  ruleAmount,
  suggestCharges,
  travelPence,
  type ChargeRules,
  type VisitOfCharge,
} from "./charge-kinds.ts";

const RULES: ChargeRules = {
  answerDays: 14,
  vatRate: 20,
  "notHeld-unwell": null,
  "notHeld-refused": null,
  "notHeld-unsafe": null,
  "notHeld-no-interpreter": null,
  "notHeld-not-needed": null,
  "notHeld-other": null,
  freeMiles: 20,
  milePence: 55,
  secondVisit: 180_00,
  "notHeld-not-at-home": 95_00,
  lateCancellation: ["72: 25", "24: 100"],
  interpreter: 99_00,
  papersHour: 90_00,
};

const visit = (more: Partial<VisitOfCharge>): VisitOfCharge => ({
  id: "v",
  day: "2027-03-12",
  startsAt: "2027-03-12T10:00:00.000Z",
  held: "full",
  reason: null,
  cancelledAt: null,
  tenths: 0,
  ...more,
});

describe("charges that follow from what happened", () => {
  test.each<[string, Partial<VisitOfCharge>, [string, number][]]>([
    ["held in full", {}, []],
    ["20 miles are free", { tenths: 200 }, []],
    // 52.4 − 20 = 32.4 miles at 55p are 1,782p.
    ["52.4 miles", { tenths: 524 }, [["travel", 17_82]]],
    ["held in part", { held: "part" }, [["second-visit", 180_00]]],
    ["nobody at home", { held: "none", reason: "not-at-home" }, [["not-held", 95_00]]],
    ["unwell: no rule", { held: "none", reason: "unwell" }, []],
    ["cancelled 73 hours before", { held: null, cancelledAt: "2027-03-09T09:00:00.000Z" }, []],
    // A quarter of £595 is £148.75.
    [
      "cancelled 71 hours before",
      { held: null, cancelledAt: "2027-03-09T11:00:00.000Z" },
      [["late-cancellation", 148_75]],
    ],
    [
      "cancelled an hour before",
      { held: null, cancelledAt: "2027-03-12T09:00:00.000Z" },
      [["late-cancellation", 595_00]],
    ],
    ["cancelled after it began", { held: null, cancelledAt: "2027-03-12T11:00:00.000Z" }, []],
  ])("%s", (_name, facts, expected) => {
    const booking = { totalPence: 595_00, isChargeableCancellation: true, visits: [visit(facts)] };
    const found = suggestCharges(RULES, booking);
    expect(found.map(({ kind, pence }) => [kind, pence])).toEqual(expected);
    expect(found.every(({ cause }) => cause.endsWith(":v"))).toBe(true);
    // Staff are asked about no booking whose causes are not possible.
    const { id, held, cancelledAt, tenths } = visit(facts);
    const endedAs = cancelledAt
      ? "cancelled"
      : held === "part"
        ? "held-in-part"
        : held === "none"
          ? "not-held"
          : null;
    expect(possibleCauses(RULES, { id, tenths, endedAs })).toEqual(
      expect.arrayContaining(found.map(({ cause }) => cause)),
    );
  });

  test("a cancellation that the law makes free is not charged, nor one by the office alone", () => {
    const cancelled = visit({ held: null, cancelledAt: "2027-03-12T09:00:00.000Z" });
    const booking = { totalPence: 595_00, isChargeableCancellation: false, visits: [cancelled] };
    expect(suggestCharges(RULES, booking)).toEqual([]);
  });

  test("no description says why a visit was not held: that may be about somebody's health", () => {
    const rules = { ...RULES, "notHeld-unwell": 10_00 };
    const booking = {
      totalPence: 0,
      isChargeableCancellation: false,
      visits: [visit({ held: "none", reason: "unwell" })],
    };
    expect(suggestCharges(rules, booking).map(({ description }) => description)).toEqual([
      "Visit on Friday 12 March 2027 that was not held",
    ]);
  });
});

describe("amounts", () => {
  test.each([
    [0, 0],
    [200, 0],
    [201, 6], // 0.1 miles at 55p are 5.5p.
    [202, 11],
  ])("%i tenths of a mile cost %i pence", (tenths, pence) => expect(travelPence(tenths, RULES)).toBe(pence));

  test.each([
    [72, 0],
    [71.9, 25],
    [24, 25],
    [0.5, 100],
  ])("%d hours before the visit cost %i per cent", (hours, percent) =>
    expect(latePercent(RULES.lateCancellation, hours)).toBe(percent),
  );

  test.each([
    ["papers", 25, { pence: 225_00, description: "Further papers: 2.5 hours at £90.00 an hour" }],
    ["papers", null, null],
    ["interpreter", null, { pence: 99_00, description: "Interpreter" }],
    ["other", null, null],
  ] as const)("%s of %s tenths", (kind, tenths, expected) =>
    expect(ruleAmount(RULES, { kind, tenths })).toEqual(expected),
  );
});
