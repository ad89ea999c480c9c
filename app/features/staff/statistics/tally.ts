import { addDays, formatMonth, londonDate, type IsoDate } from "#app/platform/dates.ts";

/** One booking as the statistics count it. Money is pence. */
export type CountedBooking = {
  createdAt: string;
  isCancelled: boolean;
  valuePence: number;
  paidPence: number;
  source: string;
  relationship: string;
  region: string;
  assessor: string;
  assessments: { id: string; name: string; pricePence: number | null }[];
};

export type Figures = { bookings: number; cancelled: number; valuePence: number; paidPence: number };
export type FigureRow = Figures & { id: string; name: string };

const MAX_ROWS = 30;
const OTHERS = "All others";

const nothing = (): Figures => ({ bookings: 0, cancelled: 0, valuePence: 0, paidPence: 0 });

function addTo(figures: Figures, more: Figures): void {
  figures.bookings += more.bookings;
  figures.cancelled += more.cancelled;
  figures.valuePence += more.valuePence;
  figures.paidPence += more.paidPence;
}

function createGroup() {
  const rows = new Map<string, FigureRow>();
  return {
    add(id: string, name: string, more: Figures) {
      const row = rows.get(id) ?? { id, name, ...nothing() };
      addTo(row, more);
      rows.set(id, row);
    },
    /** The most bookings first; beyond thirty rows the rest is one row. */
    ranked(): FigureRow[] {
      const sorted = [...rows.values()].sort(
        (a, b) =>
          b.bookings - a.bookings || b.valuePence - a.valuePence || a.name.localeCompare(b.name, "en"),
      );
      if (sorted.length <= MAX_ROWS) return sorted;
      const rest: FigureRow = { id: OTHERS, name: OTHERS, ...nothing() };
      sorted.slice(MAX_ROWS - 1).forEach((row) => addTo(rest, row));
      return [...sorted.slice(0, MAX_ROWS - 1), rest];
    },
    rows,
  };
}

/** The months that a range of London days touches, `YYYY-MM`. */
export function monthsOf(from: IsoDate, to: IsoDate): string[] {
  const months: string[] = [];
  for (let month = from.slice(0, 7); month <= to.slice(0, 7);) {
    months.push(month);
    month = addDays(`${month}-01`, 32).slice(0, 7);
  }
  return months;
}

/** The payment for each assessment, in pence. An invoice is for the whole booking, so its payment is shared by the
 * prices, and the shares add up to it. Without any price, all of it belongs to the first. */
function sharesOf({ paidPence, assessments }: CountedBooking): number[] {
  const prices = assessments.map(({ pricePence }) => pricePence ?? 0);
  const sum = prices.reduce((total, price) => total + price, 0);
  const shares = prices.map((price) => (sum === 0 ? 0 : Math.floor((paidPence * price) / sum)));
  const rest = paidPence - shares.reduce((total, share) => total + share, 0);
  return shares.map((share, index) => (index === 0 ? share + rest : share));
}

/** Counts bookings one after the other. A cancelled one counts as cancelled, and its value does not. */
export function createTally({ from, to }: { from: IsoDate; to: IsoDate }) {
  const total = nothing();
  const months = createGroup();
  for (const month of monthsOf(from, to)) months.add(month, formatMonth(month), nothing());
  const [sources, relationships, assessments, regions, assessors] = Array.from({ length: 5 }, createGroup);
  return {
    add(booking: CountedBooking) {
      const { isCancelled } = booking;
      const figures: Figures = {
        bookings: isCancelled ? 0 : 1,
        cancelled: isCancelled ? 1 : 0,
        valuePence: isCancelled ? 0 : booking.valuePence,
        paidPence: booking.paidPence,
      };
      addTo(total, figures);
      const month = londonDate(new Date(booking.createdAt)).slice(0, 7);
      months.add(month, formatMonth(month), figures);
      sources!.add(booking.source, booking.source, figures);
      relationships!.add(booking.relationship, booking.relationship, figures);
      regions!.add(booking.region, booking.region, figures);
      assessors!.add(booking.assessor, booking.assessor, figures);
      const paid = sharesOf(booking);
      for (const [index, { id, name, pricePence }] of booking.assessments.entries())
        assessments!.add(id, name, {
          ...figures,
          valuePence: isCancelled ? 0 : (pricePence ?? 0),
          paidPence: paid[index]!,
        });
    },
    result: () => ({
      total,
      months: [...months.rows.values()],
      sources: sources!.ranked(),
      relationships: relationships!.ranked(),
      assessments: assessments!.ranked(),
      regions: regions!.ranked(),
      assessors: assessors!.ranked(),
    }),
  };
}

export type Statistics = ReturnType<ReturnType<typeof createTally>["result"]>;
