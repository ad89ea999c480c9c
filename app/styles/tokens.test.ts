import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";

const css = readFileSync(new URL("tokens.css", import.meta.url), "utf8");
const [light, dark, vivid] = css.split(/@media screen and \(prefers-color-scheme: dark\)|@supports/) as [
  string,
  string,
  string,
];

type Tokens = Map<string, string>;
type Rgb = [red: number, green: number, blue: number];

const readTokens = (sheet: string): Tokens =>
  new Map([...sheet.matchAll(/--([\w-]+): ([^;]+);/g)].map(([, name, value]) => [name!, value!]));

/** The fallback for browsers without `color-mix`: the first colour of each mix. */
const withoutMixes = (tokens: Tokens): Tokens =>
  new Map(
    [...tokens].map(([name, value]) => [name, value.replace(/^color-mix\(in oklab, (.+) \d+%, .+\)$/, "$1")]),
  );

const mixed = new Map([...readTokens(light), ...readTokens(dark)]);
const schemes = {
  light: readTokens(light),
  dark: new Map([...mixed, ...readTokens(vivid)]),
  "dark, in a browser without relative colours,": mixed,
  "light, in a browser without mixed colours,": withoutMixes(readTokens(light)),
  "dark, in a browser without mixed colours,": withoutMixes(mixed),
};

const linear = (part: number) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
const times = (rows: number[][], [x, y, z]: Rgb) => rows.map(([a, b, c]) => a! * x + b! * y + c! * z) as Rgb;

/** Linear RGB to Oklab and back, as CSS Color 4 has it. */
const toOklab = (rgb: Rgb) =>
  times(
    [
      [0.2104542553, 0.793617785, -0.0040720468],
      [1.9779984951, -2.428592205, 0.4505937099],
      [0.0259040371, 0.7827717662, -0.808675766],
    ],
    times(
      [
        [0.4122214708, 0.5363325363, 0.0514459929],
        [0.2119034982, 0.6806995451, 0.1073969566],
        [0.0883024619, 0.2817188376, 0.6299787005],
      ],
      rgb,
    ).map(Math.cbrt) as Rgb,
  );
const fromOklab = (lab: Rgb) =>
  times(
    [
      [4.0767416621, -3.3077115913, 0.2309699292],
      [-1.2684380046, 2.6097574011, -0.3413193965],
      [-0.0041960863, -0.7034186147, 1.707614701],
    ],
    times(
      [
        [1, 0.3963377774, 0.2158037573],
        [1, -0.1055613458, -0.0638541728],
        [1, -0.0894841775, -1.291485548],
      ],
      lab,
    ).map((part) => part ** 3) as Rgb,
  ).map((part) => Math.min(1, Math.max(0, part))) as Rgb;

/** A token's value as linear RGB. */
function colour(tokens: Tokens, value: string): Rgb {
  const mix = /^color-mix\(in oklab, (.+) (\d+)%, (.+)\)$/.exec(value);
  if (mix) {
    const [one, other] = [mix[1]!, mix[3]!].map((part) => toOklab(colour(tokens, part)));
    const share = Number(mix[2]) / 100;
    return fromOklab(one!.map((part, index) => part * share + other![index]! * (1 - share)) as Rgb);
  }
  const relative = /^oklch\(from (.+) ([\d.]+) c h\)$/.exec(value);
  if (relative) {
    const [, a, b] = toOklab(colour(tokens, relative[1]!));
    return fromOklab([Number(relative[2]), a, b]);
  }
  const name = /^var\(--(.+)\)$/.exec(value)?.[1];
  if (name) return colour(tokens, tokens.get(name)!);
  const hex = { white: "#ffffff", black: "#000000" }[value] ?? value;
  expect(hex).toMatch(/^#[\da-f]{6}$/);
  return [1, 3, 5].map((at) => linear(parseInt(hex.slice(at, at + 2), 16) / 255)) as Rgb;
}

function contrast(tokens: Tokens, one: string, other: string): number {
  const luminance = (name: string) => {
    const [red, green, blue] = colour(tokens, `var(--color-${name})`);
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const [high, low] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number];
  return (high + 0.05) / (low + 0.05);
}

const GROUNDS = ["paper", "card", "field", "tint"];
const TONES = ["red", "amber", "green", "blue"];

/** Each colour of text, and what it stands on. */
const TEXT: [text: string, grounds: string[]][] = [
  ["ink", [...GROUNDS, "line", ...TONES.map((tone) => `${tone}-tint`)]],
  ["soft", [...GROUNDS, "line"]],
  ["accent", GROUNDS],
  ["accent-deep", GROUNDS],
  ["on-accent", ["accent", "accent-deep"]],
  ["paper", ["ink"]],
  ["card", ["red"]],
  ["red", ["paper", "card"]],
  ...TONES.map((tone): [string, string[]] => [tone, [`${tone}-tint`]]),
];

/** Edges that say where a control or the focus is: 3:1. */
const EDGES: [edge: string, grounds: string[]][] = [
  ["control", ["paper", "card", "field"]],
  ["focus", ["paper", "card"]],
  ["accent", ["paper", "card", "tint"]],
  ["red", ["paper", "card", "field"]],
];

/** Accents of a practice's own: each has 4.5:1 on paper. */
const ACCENTS = ["#0b5d5a", "#7a1f3d", "#1d4f91", "#3d2b56", "#5a4a00", "#000000", "#c2185b", "#6b6b00"];

describe.each(Object.entries(schemes))("in the %s scheme", (_name, scheme) => {
  test.each(ACCENTS)("every pair of colours meets AA with the accent %s", (accent) => {
    const tokens = new Map([...scheme, ["accent", accent]]);
    const below = (pairs: typeof TEXT, least: number) =>
      pairs.flatMap(([one, others]) =>
        others
          .map((other) => ({ pair: `${one} on ${other}`, ratio: contrast(tokens, one, other) }))
          .filter(({ ratio }) => ratio < least)
          .map(({ pair, ratio }) => `${pair} ${ratio.toFixed(2)}`),
      );
    expect(below(TEXT, 4.5)).toEqual([]);
    expect(below(EDGES, 3)).toEqual([]);
  });
});
