import { describe, expect, test } from "vitest";
import { PROFESSIONS } from "#app/features/assessors/profile.ts";
import { SEED_ASSESSMENTS } from "#app/features/catalogue/catalogue.ts";
import { CHECKED_TEXTS, type Checks } from "#app/features/settings/checked-texts.ts";
import { composeLetter, isOffered, LETTER_TEXTS, type LetterFacts } from "./letter.ts";
import texts from "./letter-texts.json" with { type: "json" };

const FACTS: LetterFacts = {
  name: "Edith Marsh",
  assessor: { firstName: "Priya", professions: ["social-worker"] },
  day: "2027-03-11",
  start: "10:00",
  minutes: 90,
  mode: "face-to-face",
  place: "3 Mill Lane, Leeds, LS6 2AB",
  assessments: ["health-welfare", "property-finance"],
  practice: "Capacity Assessments",
  phone: "0113 496 0000",
  email: "office@example.org",
  privacy: "example.org/privacy",
};

const MODES = ["face-to-face", "virtual"] as const;
const KINDS = LETTER_TEXTS.map(({ language, style }) => ({ language, style, isLarge: false }));

describe.each(KINDS)("the letter in $language, $style", (kind) => {
  test.each(MODES)("has sentences of at most 12 words on average (%s)", (mode) => {
    const { opening, parts } = composeLetter(kind, { ...FACTS, mode });
    const prose = [opening, ...parts.map(({ text }) => text)].join(" ");
    const sentences = prose.split(/[.?!](?:\s|$)/).filter((sentence) => sentence.trim() !== "");
    const words = sentences.flatMap((sentence) => sentence.trim().split(/\s+/));
    expect(words.length / sentences.length).toBeLessThanOrEqual(12);
    const longest = Math.max(...sentences.map((sentence) => sentence.trim().split(/\s+/).length));
    expect(longest).toBeLessThanOrEqual(22);
  });

  test("says who comes, when and where, and leaves no gap", () => {
    const letter = composeLetter(kind, FACTS);
    expect(letter.dear).toContain("Edith Marsh");
    expect(letter.rows.map(({ value }) => value).join("\n")).toMatch(
      /^Priya, .+\n.*2027, 10:00 (to|i) 11:30\n3 Mill Lane, Leeds, LS6 2AB\n0113 496 0000, office@example\.org$/,
    );
    expect(JSON.stringify(letter)).not.toMatch(/[{}]\w+}|undefined|, ,/);
  });

  test("supposes nothing about anybody's gender", () => {
    expect(JSON.stringify(composeLetter(kind, FACTS))).not.toMatch(
      /\b(he|she|his|hers?|him|Mr|Mrs|Ms|Miss)\b/,
    );
  });
});

test("the letter tells the person their rights in these words", () => {
  for (const style of ["plain", "easy-read"] as const) {
    const { parts } = composeLetter({ language: "en", style, isLarge: false }, FACTS);
    const headings = parts.map(({ heading }) => heading);
    expect(headings).toContain("You can have somebody with you");
    expect(headings).toContain("You can stop at any time");
    expect(parts[0]?.text).toContain(
      "your health, your care or your home and about your money and the things you own",
    );
  }
});

test("an assessment that the practice added is named in general words", () => {
  const { parts } = composeLetter(
    { language: "en", style: "plain", isLarge: false },
    { ...FACTS, assessments: ["own-1", "other"] },
  );
  expect(parts[0]?.text).toContain("decide about something in your life.");
});

const NOBODY: Checks = {
  easyReadBy: "",
  easyReadOn: "",
  welshBy: "",
  welshOn: "",
  afterPlainBy: "",
  afterPlainOn: "",
  afterEasyReadBy: "",
  afterEasyReadOn: "",
  welshEasyReadBy: "",
  welshEasyReadOn: "",
  finderBy: "",
  finderOn: "",
};

const offered = (checks: Checks) => LETTER_TEXTS.filter((text) => isOffered(text, checks));

test("only the standard letter is offered until somebody is named who checked another one", () => {
  expect(offered(NOBODY).map(({ name }) => name)).toEqual(["Plain English"]);
  const easyRead = { ...NOBODY, easyReadBy: "Ann Ely", easyReadOn: CHECKED_TEXTS.easyRead.changedOn };
  expect(offered(easyRead).map(({ name }) => name)).toEqual(["Plain English", "Easy read"]);
  const welsh = { ...NOBODY, welshBy: "Rhys Parry", welshOn: "2027-01-31" };
  expect(offered(welsh).map(({ name }) => name)).toEqual(["Plain English", "Cymraeg clir"]);
});

test("a letter whose words were changed after the check is not offered", () => {
  expect(offered({ ...NOBODY, easyReadBy: "Ann Ely", easyReadOn: "2026-11-24" })).toHaveLength(1);
});

test("each language has words for every profession and assessment, and the same gaps", () => {
  const gapsOf = (value: unknown) => [...new Set(JSON.stringify(value).match(/\{\w+\}/g))].toSorted();
  for (const { words, styles } of Object.values(texts)) {
    expect(Object.keys(words.professions)).toEqual(Object.keys(PROFESSIONS));
    expect(Object.keys(words.about)).toEqual(SEED_ASSESSMENTS.map(({ id }) => id));
    expect(gapsOf(styles.plain)).toEqual(gapsOf(texts.en.styles.plain));
    expect(gapsOf(styles["easy-read"])).toEqual(gapsOf(texts.en.styles["easy-read"]));
  }
});

test("a person whose name is not known yet is greeted without one", () => {
  const kind = { language: "en", style: "plain", isLarge: false } as const;
  expect(composeLetter(kind, { ...FACTS, name: "" }).dear).toBe("Hello");
});
