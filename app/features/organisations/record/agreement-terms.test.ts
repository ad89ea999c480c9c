import { expect, test } from "vitest";
import { SEED_OFFER } from "#app/features/catalogue/catalogue.ts";
import { LIST_TERMS as LIST } from "#tests/setup/agreements.ts";
import { priceBooking } from "#app/features/catalogue/pricing.ts";
import {
  agreementWords,
  capStanding,
  isOn,
  offerUnder,
  overlaps,
  readListId,
  type AgreementTerms,
} from "./agreement-terms.ts";

const WILL_AND_LPA = ["capacity-will", "lpa-health-welfare"];

const totalUnder = (terms: Partial<AgreementTerms>, assessmentIds: string[], isVirtual = false) =>
  priceBooking(
    { assessmentIds, isVirtual },
    offerUnder({ id: "a", terms: { ...LIST, ...terms } }, SEED_OFFER),
  ).totalPence;

const will = (faceToFacePence: number | null, virtualPence: number | null) => ({
  "capacity-will": { faceToFacePence, virtualPence },
});

test.each([
  ["nothing but the list", {}, 59_500 + 67_200 - 7_000, 49_800],
  ["10 % off", { percentOff: 10 }, 53_550 + 60_480 - 7_000, 44_820],
  ["33 % off, to the penny", { percentOff: 33 }, 39_865 + 45_024 - 7_000, 33_366],
  ["no discount for several", { hasDiscount: false }, 59_500 + 67_200, 49_800],
  ["a price for a visit alone", { prices: will(50_000, null) }, 50_000 + 67_200 - 7_000, 49_800],
  ["a price for a call alone", { prices: will(null, 40_000) }, 59_500 + 67_200 - 7_000, 40_000],
  ["a price, and per cent for the rest", { prices: will(50_000, 1), percentOff: 50 }, 76_600, 1],
])("with %s, the sums follow", (_, terms, visit, call) => {
  expect(totalUnder(terms, WILL_AND_LPA)).toBe(visit);
  expect(totalUnder(terms, ["capacity-will"], true)).toBe(call);
});

test("what is face-to-face only stays so, and Other stays on request", () => {
  const terms = { ...LIST, prices: { other: { faceToFacePence: 1, virtualPence: 1 } }, percentOff: 10 };
  const { assessments } = offerUnder({ id: "a", terms }, SEED_OFFER);
  expect(assessments.at(-1)).toMatchObject({ id: "other", faceToFacePence: null, isPriceOnRequest: true });
  expect(assessments.find(({ id }) => id === "capacity-gift")).toMatchObject({ hasVirtual: false });
});

test("what the list has on request gets the agreed price, for a call too", () => {
  const [first, ...others] = SEED_OFFER.assessments;
  const unpriced = { ...first!, faceToFacePence: null, virtualPence: null, isPriceOnRequest: true };
  const prices = { [first!.id]: { faceToFacePence: 30_000, virtualPence: null } };
  const offer = offerUnder(
    { id: "a", terms: { ...LIST, prices } },
    { ...SEED_OFFER, assessments: [unpriced, ...others] },
  );
  expect(offer.assessments[0]).toMatchObject({ faceToFacePence: 30_000, isPriceOnRequest: false });
  expect(priceBooking({ assessmentIds: [first!.id], isVirtual: true }, offer).totalPence).toBe(30_000);
});

test("words and clocks replace the practice's, and none are left out", () => {
  const rules = { ...SEED_OFFER.rules, cancelFee: "£50", travelFee: "£1 a mile" };
  const under = (terms: Partial<AgreementTerms>) =>
    offerUnder({ id: "a", terms: { ...LIST, ...terms } }, { ...SEED_OFFER, rules }).rules;
  expect(under({})).toEqual(rules);
  expect(
    under({ cancelWords: "Free", travelWords: "Included", contactHours: 4, depositPercent: 0 }),
  ).toMatchObject({
    cancelFee: "Free",
    travelFee: "Included",
    promiseHours: 4,
    depositPercent: 0,
  });
});

test("where no deposits are invoiced, none is agreed", () => {
  const rules = { ...SEED_OFFER.rules, depositPercent: 0 };
  expect(offerUnder({ id: "a", terms: LIST }, { ...SEED_OFFER, rules }).rules.depositPercent).toBe(0);
});

test("the offer's id names the list and the agreement", () => {
  expect(readListId(offerUnder({ id: "a", terms: LIST }, SEED_OFFER).listId)).toEqual({
    list: "seed",
    agreementId: "a",
  });
  expect(readListId("seed")).toEqual({ list: "seed", agreementId: null });
});

const term = (validFrom: string, validUntil: string | null = null) => ({ validFrom, validUntil });

test.each([
  ["2026-11-30", false],
  ["2026-12-01", true],
  ["2027-11-30", true],
  ["2027-12-01", false],
])("on %s an agreement of a year is in force: %s", (day, expected) => {
  expect(isOn(term("2026-12-01", "2027-11-30"), day)).toBe(expected);
});

test.each([
  [term("2027-12-01"), false],
  [term("2027-11-30"), true],
  [term("2026-01-01"), true],
  [term("2026-01-01", "2026-11-30"), false],
  [term("2026-01-01", "2026-12-01"), true],
])("%j overlaps with December 2026 to November 2027: %s", (other, expected) => {
  expect(overlaps(term("2026-12-01", "2027-11-30"), other)).toBe(expected);
  expect(overlaps(other, term("2026-12-01", "2027-11-30"))).toBe(expected);
});

test.each([
  [0, "free"],
  [79_999, "free"],
  [80_000, "near"],
  [99_999, "near"],
  [100_000, "reached"],
])("of a cap of £1,000, %i pence is %s", (used, state) => {
  expect(capStanding({ capPence: 100_000 }, used)?.state).toBe(state);
  expect(capStanding({ capPence: null }, used)).toBeNull();
});

test("who may not see amounts reads no amount", () => {
  const agreement = {
    id: "a",
    reference: "F-1",
    ...term("2026-12-01"),
    terms: { ...LIST, percentOff: 10 },
  };
  const said = (seesMoney: boolean) => agreementWords(agreement, SEED_OFFER, { seesMoney, templates: {} });
  expect(said(true).prices[0]).toMatchObject({ faceToFace: "£535.50", virtual: "£448.20" });
  expect(said(false).prices).toEqual([]);
  expect(JSON.stringify(said(false).rows)).not.toMatch(/£|%/);
});
