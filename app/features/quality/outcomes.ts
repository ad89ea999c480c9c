import type { Conclusion } from "#app/features/report-writing/abilities.ts";

/** How often reports concluded what, in counts that tell the conclusion of no single report.
 *
 * Counts are of whole quarters that have ended, of the whole practice, and never change once they are told. A quarter
 * that may not be told alone is told together with the next: no two counts of an assessment share a report, so there
 * is no difference to take. */

/** The conclusion of a booking’s report on a decision; `quarter` is that of the booking's first release. */
export type Judged = {
  bookingId: string;
  quarter: number;
  assessment: string;
  conclusion: Conclusion;
  authorId: string;
  organisationId: string | null;
};

export type Block = {
  assessment: string;
  /** The last quarter, and how many are counted together. */
  until: number;
  quarters: number;
  counts: Record<Conclusion, number>;
};

const FEWEST_BOOKINGS = 20;
const FEWEST_ALIKE = 5;

/** Quarters are counted through, four a year; of a London day. */
export const quarterOf = (day: string) =>
  Number(day.slice(0, 4)) * 4 + Math.floor((Number(day.slice(5, 7)) - 1) / 3);

export const firstMonthOf = (quarter: number) =>
  `${Math.floor(quarter / 4)}-${String((quarter % 4) * 3 + 1).padStart(2, "0")}`;

const bookingsIn = (judged: readonly Judged[]) => new Set(judged.map(({ bookingId }) => bookingId)).size;

/** Whoever knows all reports of one author, or of one organisation, learns nothing about a single other one. */
function hidesTheRest(judged: readonly Judged[], of: (one: Judged) => string | null): boolean {
  return [...new Set(judged.map(of))].every((who) => {
    if (who === null) return true;
    const rest = judged.filter((one) => of(one) !== who);
    return (
      rest.length === 0 ||
      (bookingsIn(rest) >= FEWEST_ALIKE && new Set(rest.map(({ conclusion }) => conclusion)).size > 1)
    );
  });
}

/** At least 20 bookings and two conclusions, each of at least 5 bookings, and nobody knows all but a few. */
function mayBeTold(judged: readonly Judged[]): boolean {
  const alike = [...Map.groupBy(judged, ({ conclusion }) => conclusion).values()];
  return (
    bookingsIn(judged) >= FEWEST_BOOKINGS &&
    alike.length > 1 &&
    alike.every((same) => bookingsIn(same) >= FEWEST_ALIKE) &&
    hidesTheRest(judged, ({ authorId }) => authorId) &&
    hidesTheRest(judged, ({ organisationId }) => organisationId)
  );
}

/** Counts that can be told by now. `before` is the quarter that still runs; `next`, by assessment, the first one that
 * was not told. */
export function tellable(
  judged: readonly Judged[],
  { before, next }: { before: number; next: ReadonlyMap<string, number> },
): Block[] {
  return [...Map.groupBy(judged, ({ assessment }) => assessment)].flatMap(([assessment, all]) => {
    const open = all.filter(({ quarter }) => quarter >= (next.get(assessment) ?? 0));
    const blocks: Block[] = [];
    let since = next.get(assessment) ?? Math.min(...open.map(({ quarter }) => quarter));
    for (let until = since; until < before; until += 1) {
      const waiting = open.filter(({ quarter }) => quarter >= since && quarter <= until);
      if (!mayBeTold(waiting)) continue;
      const counts = { able: 0, unable: 0, open: 0 };
      for (const { conclusion } of waiting) counts[conclusion] += 1;
      blocks.push({ assessment, until, quarters: until - since + 1, counts });
      since = until + 1;
    }
    return blocks;
  });
}
