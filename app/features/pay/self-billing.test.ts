import { expect, test } from "vitest";
import { DetailsSchema } from "./pay-schemas.ts";
import { isSelfBilled, reviewNeeded } from "./self-billing.ts";

const agreed = {
  vatNumber: "GB987654395",
  address: "4 Oak Way, Leeds",
  selfBillingFrom: "2027-01-01",
  selfBillingUntil: "2027-12-31",
};
const OURS = "GB123456782";

test.each([
  ["within it", agreed, "2027-06-01", OURS, true],
  ["its last day", agreed, "2027-12-31", OURS, true],
  ["before it", agreed, "2026-12-31", OURS, false],
  ["after it", agreed, "2028-01-01", OURS, false],
  ["without an end: 12 months", { ...agreed, selfBillingUntil: null }, "2027-12-31", OURS, true],
  ["without an end: later", { ...agreed, selfBillingUntil: null }, "2028-01-03", OURS, false],
  ["the practice is not registered", agreed, "2027-06-01", "", false],
  ["the assessor is not registered", { ...agreed, vatNumber: "" }, "2027-06-01", OURS, false],
  ["no address", { ...agreed, address: "" }, "2027-06-01", OURS, false],
  ["no agreement", { ...agreed, selfBillingFrom: null, selfBillingUntil: null }, "2027-06-01", OURS, false],
])("%s", (_name, assessor, day, ours, expected) => expect(isSelfBilled(assessor, day, ours)).toBe(expected));

test.each([
  ["2027-06-01", OURS, undefined],
  ["2027-12-01", OURS, "soon"],
  ["2028-01-01", OURS, "ended"],
  ["2027-06-01", "", "practice"],
  ["2027-06-01", "GB123456789", "number"],
])("on %s with our number %j staff review: %s", (today, ours, kind) =>
  expect(reviewNeeded(agreed, today, ours)?.kind).toBe(kind),
);

test("a false number that was saved before is reviewed, and ends no agreement", () => {
  const earlier = { ...agreed, vatNumber: "GB987654321" };
  expect(isSelfBilled(earlier, "2027-06-01", OURS)).toBe(true);
  expect(reviewNeeded(earlier, "2027-06-01", OURS)?.kind).toBe("number");
});

const DETAILS = {
  accountName: "",
  sortCode: "",
  accountNumber: "",
  address: "4 Oak Way, Leeds",
  vatRate: "20",
  selfBillingFrom: "2027-01-01",
  selfBillingUntil: "2027-12-31",
  version: "0",
};

test.each([
  ["gb 987 6543 95", "GB987654395"],
  ["987654395", "GB987654395"],
  ["IE 6388047V", "IE6388047V"],
  ["GB987654321", null],
  ["none", null],
  ["", null],
])("an agreement takes the assessor's number %j as %j", (vatNumber, kept) => {
  const read = DetailsSchema.safeParse({ ...DETAILS, vatNumber });
  expect(read.data?.vatNumber ?? null).toBe(kept);
  if (!read.success) expect(read.error.issues.map(({ path }) => path[0])).toEqual(["vatNumber"]);
});
