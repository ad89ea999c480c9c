import type { IsoDate } from "#app/platform/dates.ts";

/** A customer's statement: what was invoiced, credited, paid and refunded. Money is whole pence. */

/** `pence` is what it adds to what the customer owes: negative for credit notes and payments. */
export type Entry = { on: IsoDate; what: string; reference: string; pence: number };

export type Statement = {
  /** Owed before the first day; negative for a credit. */
  openingPence: number;
  lines: (Entry & { balancePence: number })[];
  closingPence: number;
};

/** The entries of the days from `from` to `until`, both included, with the balance after each. Entries of one day keep
 * their order. */
export function statementOf(entries: readonly Entry[], from: IsoDate, until: IsoDate): Statement {
  const ordered = entries.toSorted((a, b) => a.on.localeCompare(b.on));
  let balancePence = 0;
  for (const { on, pence } of ordered) if (on < from) balancePence += pence;
  const openingPence = balancePence;
  const lines = ordered
    .filter(({ on }) => on >= from && on <= until)
    .map((entry) => ({ ...entry, balancePence: (balancePence += entry.pence) }));
  return { openingPence, lines, closingPence: balancePence };
}
