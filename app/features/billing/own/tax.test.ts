import { describe, expect, test } from "vitest";
import { SEED_OFFER_SETTINGS } from "#app/features/settings/offer.ts";
import type { Company } from "#app/features/settings/values.ts";
import { rateAt, taxPoint } from "./content.ts";
import { creditOf, oneOf, sumLine, sumsOf, type SummedLine } from "./sums.ts";

/** Invoices with VAT, worked out by hand: pounds of their lines, of each credit note, and its VAT. */
describe("credit notes take back the VAT that was charged, whole and in parts", () => {
  test.each([
    // 595.00 / 6 = 99.166…
    ["one line, at once", [595], 20, ["595.00"], ["99.17"]],
    ["one line, in halves", [595], 20, ["297.50", "297.50"], ["49.58", "49.59"]],
    // 99.17 + 112.00 + 63.00 of 1,645.00, whose sixth is 274.1666…
    ["three lines that round up", [595.03, 595.03, 454.99], 20, ["1645.05"], ["274.17"]],
    ["two lines that round up, at once", [0.03, 0.03], 20, ["0.06"], ["0.02"]],
    [
      "two lines that round up, in parts",
      [0.03, 0.03],
      20,
      ["0.02", "0.02", "0.02"],
      ["0.00", "0.01", "0.01"],
    ],
    ["a discount among the lines", [595, 672, -70], 20, ["1000.00", "197.00"], ["166.67", "32.83"]],
    ["five per cent", [100], 5, ["33.33", "33.33", "33.34"], ["1.59", "1.58", "1.59"]],
    ["no VAT", [595], 0, ["95.00", "500.00"], ["0.00", "0.00"]],
    ["17.5 per cent", [117.5], 17.5, ["50.00", "67.50"], ["7.45", "10.05"]],
  ] as const)("%s", (_, amounts, rate, parts, vat) => {
    const invoice = amounts.map((pounds) => sumLine(oneOf("Assessment", Math.round(pounds * 100), rate)));
    const credited: SummedLine[] = [];
    const taken = parts.map((pounds) => {
      const lines = creditOf(invoice, credited, {
        pence: Math.round(Number(pounds) * 100),
        description: "Credit",
      });
      credited.push(...lines);
      return (sumsOf(lines).vatPence / 100).toFixed(2);
    });
    expect(taken).toEqual(vat);
    expect(sumsOf(credited)).toEqual(sumsOf(invoice));
  });

  test("any invoice in any parts, at two rates, adds up to the penny", () => {
    let seed = 7;
    const random = (limit: number) => (seed = (seed * 48_271) % 2_147_483_647) % limit;
    for (let round = 0; round < 300; round += 1) {
      const invoice = [20, 20, 5, 20].map((rate) => {
        return sumLine(oneOf("Assessment", 1 + random(round % 2 ? 70_000 : 9), rate));
      });
      const credited: SummedLine[] = [];
      let left = sumsOf(invoice).totalPence;
      while (left > 0) {
        const pence = Math.min(left, 1 + random(round % 2 ? 30_000 : 3));
        credited.push(...creditOf(invoice, credited, { pence, description: "Credit" }));
        left -= pence;
      }
      expect(sumsOf(credited)).toEqual(sumsOf(invoice));
      expect(credited.every((line) => line.netPence >= 0 && line.vatPence >= 0)).toBe(true);
    }
  });
});

describe("the rate of the tax point", () => {
  const [seed] = SEED_OFFER_SETTINGS.prices.lists;
  const lists = [seed!, { ...seed!, id: "later", validFrom: "2027-04-01", vatRate: 15 }];
  const settings = (company: Partial<Company>) => ({
    prices: { lists },
    company: { vatNumber: "GB123456782", vatFrom: "", ...company } as Company,
  });

  test.each([
    ["before the assessment: the invoice's day", "2027-03-31", "2027-04-20", "2027-03-31", 20],
    ["without a day: the invoice's day", "2027-04-01", null, "2027-04-01", 15],
    ["within 14 days after it: the invoice's day", "2027-04-10", "2027-03-27", "2027-04-10", 15],
    ["later than that: the assessment's day", "2027-04-10", "2027-03-26", "2027-03-26", 20],
  ])("an invoice %s", (_, issuedOn, suppliedOn, point, rate) => {
    expect(taxPoint({ issuedOn, suppliedOn })).toBe(point);
    expect(rateAt(settings({}), { issuedOn, suppliedOn })).toBe(rate);
  });

  test.each([
    ["not registered", { vatNumber: "" }, "2027-03-10", "2027-03-20", 0],
    ["registered on the day of the invoice", { vatFrom: "2027-03-10" }, "2027-03-10", "2027-03-20", 20],
    ["registered a day later", { vatFrom: "2027-03-11" }, "2027-03-10", "2027-03-20", 0],
    ["carried out before the registration", { vatFrom: "2027-03-10" }, "2027-03-12", "2027-03-09", 0],
    ["carried out on its first day", { vatFrom: "2027-03-10" }, "2027-03-12", "2027-03-10", 20],
  ])("%s", (_, company, issuedOn, suppliedOn, rate) => {
    expect(rateAt(settings(company), { issuedOn, suppliedOn })).toBe(rate);
    expect(rateAt(settings(company), { issuedOn, suppliedOn }, 5), "a charge's own rate").toBe(rate && 5);
  });
});
