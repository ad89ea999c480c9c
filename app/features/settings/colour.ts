/** Colours are `#rrggbb`. */

export const DEFAULT_ACCENT = "#0b5d5a";

const PAPER = "#faf8f4";
const DARK_CARD = "#1f2a29";
const ENOUGH = 4.5;

type Rgb = [number, number, number];

const toRgb = (hex: string) => [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16)) as Rgb;
const toHex = (rgb: Rgb) => `#${rgb.map((part) => Math.round(part).toString(16).padStart(2, "0")).join("")}`;

function mix(colour: string, other: string, share: number): string {
  const [a, b] = [toRgb(colour), toRgb(other)];
  return toHex(a.map((part, index) => part + (b[index]! - part) * share) as Rgb);
}

function luminance(colour: string): number {
  const [red, green, blue] = toRgb(colour).map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as Rgb;
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Contrast ratio of two colours by WCAG 2, 1 to 21. */
export function contrast(one: string, other: string): number {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

/** The accent in mails: itself, its background, and itself on a dark ground. Pages mix theirs in `tokens.css`. */
export function shadesOf(accent: string) {
  if (accent === DEFAULT_ACCENT) return { accent, tint: "#e6f1ef", onDark: "#7fd3c3" };
  return {
    accent,
    tint: mix(accent, "#ffffff", 0.9),
    onDark: nearest(accent, "#ffffff", (shade) => contrast(shade, DARK_CARD) >= ENOUGH),
  };
}

function nearest(colour: string, end: string, passes: (shade: string) => boolean): string {
  const steps = Array.from({ length: 101 }, (_, step) => mix(colour, end, step / 100));
  return steps.find(passes) ?? end;
}

/** True where every pair of colours made from the accent meets AA. */
export function isReadable(accent: string): boolean {
  const { tint } = shadesOf(accent);
  return [PAPER, "#ffffff", tint].every((ground) => contrast(accent, ground) >= ENOUGH);
}

export const nearestReadable = (accent: string): string => nearest(accent, "#000000", isReadable);
