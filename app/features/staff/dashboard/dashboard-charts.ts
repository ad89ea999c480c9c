import { scaleBand, scaleLinear } from "d3-scale";

const WIDTH = 400;
const HEIGHT = 220;
const TOP = 24;
const WIDEST_BAR = 56;
const BOTTOM = 28;

/** Upright bars with up to four guide lines, in units of the picture's viewBox. */
export function barChart(values: { label: string; value: number }[], wordValue: (value: number) => string) {
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

export type BarChart = ReturnType<typeof barChart>;

/** Pounds as `595`, `1.2k`, `12k`, to fit above a bar. */
export function shortPounds(pence: number): string {
  const pounds = Math.round(pence / 100);
  if (pounds < 1_000) return String(pounds);
  return `${(pounds / 1_000).toFixed(pounds < 10_000 ? 1 : 0)}k`;
}
