import { divideRounded } from "#app/platform/money.ts";

/** Sums of invoices and credit notes: whole pence, VAT within each line, rounded half up (HMRC, VAT Notice 700,
 * 17.5). */

/** One line as it is asked for. `unitPence` includes VAT; `vatRate` is per cent. */
export type Line = { description: string; quantityThousandths: number; unitPence: number; vatRate: number };

/** One line as it is printed; `grossPence` is `netPence` and `vatPence` together. */
export type SummedLine = Line & { netPence: number; vatPence: number; grossPence: number };

export type Sums = { netPence: number; vatPence: number; totalPence: number };

/** The VAT within an amount. Two decimals of a rate count. */
export function vatWithin(grossPence: number, vatRate: number): number {
  const hundredths = Math.round(vatRate * 100);
  return divideRounded(grossPence * hundredths, 10_000 + hundredths);
}

/** An amount with VAT at another rate, where the amount without VAT stays. */
export function atOtherRate(grossPence: number, from: number, to: number): number {
  const hundredths = (rate: number) => 10_000 + Math.round(rate * 100);
  return divideRounded(grossPence * hundredths(to), hundredths(from));
}

export function sumLine(line: Line): SummedLine {
  const grossPence = divideRounded(line.unitPence * line.quantityThousandths, 1000);
  const vatPence = vatWithin(grossPence, line.vatRate);
  return { ...line, grossPence, vatPence, netPence: grossPence - vatPence };
}

/** One of something, at a price with VAT. */
export const oneOf = (description: string, pence: number, vatRate: number): Line => ({
  description,
  quantityThousandths: 1000,
  unitPence: pence,
  vatRate,
});

export function sumsOf(lines: readonly SummedLine[]): Sums {
  const sum = (pick: (line: SummedLine) => number) => lines.reduce((total, line) => total + pick(line), 0);
  return {
    netPence: sum((line) => line.netPence),
    vatPence: sum((line) => line.vatPence),
    totalPence: sum((line) => line.grossPence),
  };
}

export type RateSums = Sums & { vatRate: number };

/** The sums of each VAT rate, the highest first. */
export function sumsByRate(lines: readonly SummedLine[]): RateSums[] {
  const rates = [...new Set(lines.map(({ vatRate }) => vatRate))].sort((a, b) => b - a);
  return rates.map((vatRate) => ({ vatRate, ...sumsOf(lines.filter((line) => line.vatRate === vatRate)) }));
}

/** An amount in the proportions of what is left at each rate, so that it is credited at the rates at which it was
 * invoiced. The amount is at most the sum of what is left; the shares add up to it. */
export function shareByRate(pence: number, left: readonly { vatRate: number; totalPence: number }[]) {
  const whole = left.reduce((sum, { totalPence }) => sum + totalPence, 0);
  let [restPence, restWhole] = [pence, whole];
  return left.flatMap(({ vatRate, totalPence }) => {
    if (restWhole === 0) return [];
    const share = divideRounded(restPence * totalPence, restWhole);
    restPence -= share;
    restWhole -= totalPence;
    return share === 0 ? [] : [{ vatRate, pence: share }];
  });
}

/** The lines of a credit note: an amount at the rates of an invoice, as far as these were not credited before. The VAT
 * of all credit notes together is rounded once, so that those of a whole invoice take back its very VAT. */
export function creditOf(
  lines: readonly SummedLine[],
  earlier: readonly SummedLine[],
  { pence, description }: { pence: number; description: string },
): SummedLine[] {
  const [invoiced, credited] = [sumsByRate(lines), sumsByRate(earlier)];
  const before = (rate: number) =>
    credited.find(({ vatRate }) => vatRate === rate) ?? { totalPence: 0, vatPence: 0 };
  const left = invoiced.map(({ vatRate, totalPence }) => ({
    vatRate,
    totalPence: totalPence - before(vatRate).totalPence,
  }));
  return shareByRate(pence, left).map((share) => {
    const whole = invoiced.find(({ vatRate }) => vatRate === share.vatRate)!;
    const { totalPence, vatPence } = before(share.vatRate);
    const creditedPence = totalPence + share.pence;
    // Never more than was charged, and never less than what is left can still take back.
    const least = whole.vatPence - (whole.totalPence - creditedPence);
    const vatOfAll = Math.max(least, Math.min(whole.vatPence, vatWithin(creditedPence, share.vatRate)));
    const vat = Math.min(share.pence, Math.max(0, vatOfAll - vatPence));
    return {
      ...oneOf(description, share.pence, share.vatRate),
      grossPence: share.pence,
      vatPence: vat,
      netPence: share.pence - vat,
    };
  });
}
