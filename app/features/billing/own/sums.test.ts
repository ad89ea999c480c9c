import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { oneOf, shareByRate, sumLine, sumsByRate, sumsOf, vatWithin } from "./sums.ts";

describe("the VAT within an amount is rounded half up", () => {
  test.each([
    [120_00, 20, 20_00],
    [595_00, 20, 99_17], // 99.1666…
    [498_00, 20, 83_00],
    [672_00, 20, 112_00],
    [1, 20, 0], // 0.1666…
    [3, 20, 1], // exactly half a penny
    [100, 5, 5], // 4.7619
    [-70_00, 20, -11_67], // a discount has as much VAT as the price it lowers
    [-3, 20, -1],
    [112_00, 0, 0],
    [117_50, 17.5, 17_50],
    [0, 20, 0],
  ])("%i pence at %f per cent: %i", (gross, rate, vat) => expect(vatWithin(gross, rate)).toBe(vat));
});

test("12.4 miles at 55p are £6.82", () => {
  const line = sumLine({ description: "Travel", quantityThousandths: 12_400, unitPence: 55, vatRate: 20 });
  expect(line).toMatchObject({ grossPence: 682, vatPence: 114, netPence: 568 });
});

const lineArbitrary = fc.record({
  pence: fc.integer({ min: -100_000, max: 10_000_000 }),
  rate: fc.constantFrom(0, 5, 17.5, 20),
});

test("net and VAT of each rate add up to the total, to the penny", () => {
  fc.assert(
    fc.property(fc.array(lineArbitrary, { maxLength: 12 }), (given) => {
      const lines = given.map(({ pence, rate }) => sumLine(oneOf("x", pence, rate)));
      const sums = sumsOf(lines);
      expect(sums.netPence + sums.vatPence).toBe(sums.totalPence);
      expect(sums.totalPence).toBe(given.reduce((total, { pence }) => total + pence, 0));
      const rates = sumsByRate(lines);
      expect(rates.reduce((total, { totalPence }) => total + totalPence, 0)).toBe(sums.totalPence);
      expect(rates.reduce((total, { vatPence }) => total + vatPence, 0)).toBe(sums.vatPence);
    }),
  );
});

test("a credit is shared by the rates of its invoice, and the shares add up to it", () => {
  expect(
    shareByRate(100_00, [
      { vatRate: 20, totalPence: 500_00 },
      { vatRate: 0, totalPence: 100_00 },
    ]),
  ).toEqual([
    { vatRate: 20, pence: 83_33 },
    { vatRate: 0, pence: 16_67 },
  ]);
  fc.assert(
    fc.property(
      fc.array(fc.nat(1_000_000), { minLength: 1, maxLength: 4 }),
      fc.integer({ min: 0, max: 1000 }),
      (amounts, part) => {
        const left = amounts.map((totalPence, vatRate) => ({ vatRate, totalPence }));
        const whole = amounts.reduce((a, b) => a + b, 0);
        const pence = Math.floor((whole * part) / 1000);
        const shares = shareByRate(pence, left);
        expect(shares.reduce((sum, share) => sum + share.pence, 0)).toBe(pence);
        for (const share of shares) expect(share.pence).toBeLessThanOrEqual(amounts[share.vatRate]!);
      },
    ),
  );
});
