import { scaleBand, scaleLinear } from "d3-scale";

/** Positions of the bars, worked out on the server. */

type ChartBar = {
  label: string;
  /** Shown at the bar: nothing depends on colour or length alone. */
  valueText: string;
  x: number;
  y: number;
  width: number;
  height: number;
};

export type BarChart = {
  width: number;
  height: number;
  baseline: number;
  bars: ChartBar[];
  guides: number[];
};

const WIDTH = 400;
const HEIGHT = 220;
const TOP = 24;
const WIDEST_BAR = 56;
const BOTTOM = 28;

/** Upright bars with up to four guide lines, in units of the picture's viewBox. */
export function barChart(
  values: { label: string; value: number }[],
  wordValue: (value: number) => string,
): BarChart {
  const baseline = HEIGHT - BOTTOM;
  const x = scaleBand<number>()
    .domain(values.map((_, index) => index))
    .range([0, WIDTH])
    .paddingInner(0.25)
    .paddingOuter(0.15);
  const barWidth = Math.min(Math.round(x.bandwidth()), WIDEST_BAR);
  const highest = Math.max(1, ...values.map(({ value }) => value));
  const y = scaleLinear().domain([0, highest]).nice(4).range([baseline, TOP]);
  return {
    width: WIDTH,
    height: HEIGHT,
    baseline,
    bars: values.map(({ label, value }, index) => ({
      label,
      valueText: wordValue(value),
      x: Math.round(x(index)! + (x.bandwidth() - barWidth) / 2),
      y: Math.round(y(value)),
      width: barWidth,
      height: baseline - Math.round(y(value)),
    })),
    guides: y.ticks(4).map((tick) => Math.round(y(tick))),
  };
}
