import type { IsoDate } from "#app/platform/dates.ts";

/** Texts that a practice lets somebody check: letters for readers who need another form, and what the finder says about
 * the law. The practice names who checked each, and when. `changedOn` is the day on which a release last changed the
 * words: a check of an earlier day counts no more. */
export const CHECKED_TEXTS = {
  easyRead: { name: "Letter in easy read", changedOn: "2026-11-25" },
  welsh: { name: "Letter in Welsh", changedOn: "2026-11-25" },
  welshEasyRead: { name: "Letter in Welsh, easy read", changedOn: "2026-11-25" },
  afterPlain: { name: "Letter after the visit", changedOn: "2026-11-29" },
  afterEasyRead: { name: "Letter after the visit, easy read", changedOn: "2026-11-29" },
  finder: { name: "Texts of “Which assessment do I need?”", changedOn: "2026-11-25" },
} as const satisfies Record<string, { name: string; changedOn: IsoDate }>;

export type CheckedText = keyof typeof CHECKED_TEXTS;

export const CHECKED_TEXT_KEYS = Object.keys(CHECKED_TEXTS) as CheckedText[];

/** The settings: name and day of each text, empty while nobody is named. */
export type Checks = { [Name in `${CheckedText}${"By" | "On"}`]: string };

/** Who checked the words of today, and when; null while nobody is named, or only for earlier words. */
export function checkOf(checks: Checks, text: CheckedText): { by: string; on: IsoDate } | null {
  const { [`${text}By` as const]: by, [`${text}On` as const]: on } = checks;
  return by !== "" && on >= CHECKED_TEXTS[text].changedOn ? { by, on } : null;
}

/** The texts that somebody checked before a release changed their words. */
export const outdatedChecks = (checks: Checks): CheckedText[] =>
  CHECKED_TEXT_KEYS.filter((text) => checks[`${text}On`] !== "" && checkOf(checks, text) === null);
