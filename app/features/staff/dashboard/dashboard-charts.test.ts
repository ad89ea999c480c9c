import { expect, test } from "vitest";
import { barChart } from "./dashboard-charts.ts";

const chart = (values: number[]) =>
  barChart(
    values.map((value, index) => ({ label: `week ${index}`, value })),
    String,
  );

test("a bar is as high as its value says, and carries it in words", () => {
  const { bars, baseline, height } = chart([0, 5, 10]);
  expect(bars.map((bar) => bar.valueText)).toEqual(["0", "5", "10"]);
  expect(bars[0]!.height).toBe(0);
  expect(bars[2]!.height).toBe(2 * bars[1]!.height);
  expect(bars.every((bar) => bar.y + bar.height === baseline && baseline < height)).toBe(true);
});

test("bars stand beside each other inside the picture", () => {
  const { bars, width } = chart(Array.from({ length: 12 }, (_, index) => index));
  for (const [index, bar] of bars.entries()) {
    expect(bar.x + bar.width).toBeLessThanOrEqual(bars[index + 1]?.x ?? width);
  }
});

test("nothing booked yet is a flat chart, not a broken one", () => {
  expect(chart([0, 0]).bars.map((bar) => bar.height)).toEqual([0, 0]);
});
