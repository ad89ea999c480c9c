import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { NOT_OFFERED, OUTSIDE, QUESTIONS } from "#app/features/before-booking/finder/questions.ts";
import { EXPLANATIONS } from "#app/features/catalogue/explanations.ts";
import { CHECKED_TEXTS } from "#app/features/settings/checked-texts.ts";
import { saveSettings } from "#app/features/settings/save-settings.server.ts";
import { AFTER_LETTERS } from "#app/features/visits/letter/after-letter.ts";
import letters from "#app/features/visits/letter/letter-texts.json" with { type: "json" };
import { createTestDeps } from "#tests/setup/deps.ts";
import { createUser, signInAs } from "#tests/setup/factories.ts";
import { joinTexts, render } from "#tests/setup/rendered-site.ts";

const hashOf = (texts: unknown) =>
  createHash("sha256").update(JSON.stringify(texts)).digest("hex").slice(0, 12);
const letter = (language: keyof typeof letters, style: "plain" | "easy-read") => [
  letters[language].words,
  letters[language].styles[style],
];

test("a changed text has the day of its change, so that an earlier check counts no more", () => {
  createTestDeps();
  const texts = {
    easyRead: letter("en", "easy-read"),
    welsh: letter("cy", "plain"),
    welshEasyRead: letter("cy", "easy-read"),
    afterPlain: AFTER_LETTERS.plain,
    afterEasyRead: AFTER_LETTERS["easy-read"],
    finder: [QUESTIONS, NOT_OFFERED, OUTSIDE, EXPLANATIONS],
  };
  const days = Object.entries(texts).map(([name, words]) => [
    name,
    `${CHECKED_TEXTS[name as keyof typeof texts].changedOn} ${hashOf(words)}`,
  ]);
  // Whoever changes words sets the day in `checked-texts.ts`, then the hash here.
  expect(Object.fromEntries(days)).toEqual({
    easyRead: "2026-11-25 163e0e50bb91",
    welsh: "2026-11-25 5fc7a51c0ebb",
    welshEasyRead: "2026-11-25 ad278dbaa287",
    afterPlain: "2026-11-29 ec6710773515",
    afterEasyRead: "2026-11-29 ca310029f57e",
    finder: "2026-11-25 2d41018d4c35",
  });
});

const RESULT = "/which-assessment/result?decision=buy&lives=wales&deadline=none";

test("the finder's result claims a check only where the practice names who made it, and when", async () => {
  const deps = createTestDeps();
  const page = async () => joinTexts((await render(deps, RESULT)).text);
  expect(await page()).toContain("General information, not legal advice. A person answers the phone");
  const { checks } = deps.settings.current();
  const value = { ...checks, finderBy: "Lena Okoro", finderOn: "2027-03-01" };
  const by = { actor: { kind: "staff" as const, id: null }, requestId: "r" };
  await saveSettings(deps, { group: "checks", value, baseVersion: 0 }, by);
  expect(await page()).toContain("not legal advice; checked by Lena Okoro on 01/03/2027. A person");
});

test("Settings take a name with its day, of a check that was made, and of the words of today", async () => {
  const deps = createTestDeps();
  const { cookie } = await signInAs(deps, await createUser(deps, { role_id: "administrator" }));
  const save = async (fields: Record<string, string>) => {
    const form = { version: "0", ...fields };
    const { status, text } = await render(deps, "/admin/settings/checks", cookie, form);
    return [status, /error-summary[^]*?<li>[^]*?>([^<]*)<\/a>/.exec(joinTexts(text))?.[1]];
  };
  expect(await save({ easyReadBy: "Ann Ely" })).toEqual([
    400,
    "Enter both the name and the day, or leave both empty.",
  ]);
  expect(await save({ welshOn: "2027-03-01" })).toEqual([
    400,
    "Enter both the name and the day, or leave both empty.",
  ]);
  expect(await save({ easyReadBy: "Ann Ely", easyReadOn: "2027-03-11" })).toEqual([
    400,
    "This day is still to come. Enter the day of the check.",
  ]);
  expect(await save({ easyReadBy: "Ann Ely", easyReadOn: "2026-11-24" })).toEqual([
    400,
    "The text was changed on Wednesday 25 November 2026. Enter the day of a check since then.",
  ]);
  expect((await save({ easyReadBy: "Ann Ely", easyReadOn: "2027-03-10" }))[0]).toBe(303);
});

test("Settings say which text was changed after it was checked", async () => {
  const deps = createTestDeps();
  const { cookie } = await signInAs(deps, await createUser(deps, { role_id: "administrator" }));
  const { checks } = deps.settings.current();
  const value = { ...checks, easyReadBy: "Ann Ely", easyReadOn: "2026-11-01" };
  const by = { actor: { kind: "staff" as const, id: null }, requestId: "r" };
  await saveSettings(deps, { group: "checks", value, baseVersion: 0 }, by);
  const { text } = await render(deps, "/admin/settings/checks", cookie);
  expect(joinTexts(text)).toContain(
    "Letter in easy read: the words were changed on Wednesday 25 November 2026",
  );
});
