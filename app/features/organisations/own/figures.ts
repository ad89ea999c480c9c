import { FEWEST, percentile, took, type Unit } from "#app/features/quality/figures.ts";
import { NOT_HELD_REASONS, type NotHeldReason } from "#app/features/visits/record/outcome.ts";

/** Figures for contract meetings. Nobody is named in them. */

/** How a clock went for one booking. `took` and `agreed` are hours or working days; `took` is null while it runs, and
 * `isLate` says that it ran longer than agreed by now. */
export type ClockRun = { took: number | null; agreed: number | null; isLate: boolean };

/** Median and 90th percentile of a clock, and how many of the bookings with an agreed time kept to it. */
export function clockFigures(runs: readonly ClockRun[], unit: Unit) {
  const values = runs.flatMap((run) => run.took ?? []);
  const agreed = runs.filter((run) => run.agreed !== null && (run.took !== null || run.isLate));
  const within = agreed.filter((run) => run.took !== null && run.took <= run.agreed!).length;
  const share = Math.round((within * 100) / Math.max(1, agreed.length));
  return {
    count: values.length,
    median: took(percentile(values, 0.5), unit),
    ninth: took(percentile(values, 0.9), unit),
    within: agreed.length === 0 ? "–" : `${within} of ${agreed.length} (${share}%)`,
  };
}

/** Rows of the reasons why visits did not take place, with one for all those of too few visits, or of none. */
export function reasonRows(countOf: (reason: NotHeldReason) => number) {
  const all = (Object.keys(NOT_HELD_REASONS) as NotHeldReason[]).map((reason) => ({
    name: NOT_HELD_REASONS[reason] as string,
    count: countOf(reason),
  }));
  const rows = all
    .filter(({ count }) => count >= FEWEST)
    .map(({ name, count }) => ({ name, value: String(count) }));
  const isWhole = rows.length === all.length;
  return isWhole ? rows : [...rows, { name: "Each other reason", value: "Too few" }];
}
