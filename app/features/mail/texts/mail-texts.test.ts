import { describe, expect, test } from "vitest";
import { runDueJobs } from "#tests/setup/jobs.ts";
import { createTestDeps } from "#tests/setup/deps.ts";
import { createUser } from "#tests/setup/factories.ts";
import { SCRIPT_PAYLOADS } from "#tests/setup/script-payloads.ts";
import { saveSettings } from "#app/features/settings/save-settings.server.ts";
import { previewWords, sendTest, wordingProblems } from "./mail-texts.server.ts";
import { ORIGINALS } from "./originals.ts";
import type { EditableTopic } from "#app/features/outbox/mail-topics.ts";

const TOPICS = Object.keys(ORIGINALS) as EditableTopic[];

describe("mail texts", () => {
  test.each(TOPICS)("the original of %s says in plain text what the mail says by itself", (topic) => {
    const deps = createTestDeps();
    const own = previewWords(deps, topic);
    const worded = previewWords(deps, topic, ORIGINALS[topic]);
    expect({ subject: worded.subject, text: worded.text }).toEqual({ subject: own.subject, text: own.text });
    expect(wordingProblems(deps, topic, ORIGINALS[topic])).toEqual({ subject: [], body: [] });
  });

  test("no script of a text or the foot runs: it stands in the mail as it was typed", async () => {
    const deps = createTestDeps();
    expect(SCRIPT_PAYLOADS.length).toBeGreaterThanOrEqual(60);
    const { id: actorId } = await createUser(deps, { role_id: "administrator" });
    const { mailTexts } = deps.settings.current();
    const value = { ...mailTexts, footer: SCRIPT_PAYLOADS.join("\n") };
    await saveSettings(
      deps,
      { group: "mailTexts", value, baseVersion: 0 },
      { actor: { kind: "staff", id: actorId }, requestId: "r" },
    );
    for (const payload of SCRIPT_PAYLOADS) {
      const words = { subject: `S ${payload}`, body: `H ${payload}\n\n- ${payload}\n\n${payload}\n\n{link}` };
      const { html } = previewWords(deps, "access-link", words);
      expect(html.replace(/<!DOCTYPE html>/, "")).not.toMatch(
        /<(script|img|svg|iframe|video|audio|details|object|embed|math|form|input|link|base)\b/i,
      );
      expect(html).not.toMatch(/<[^>]*\son\w+=|href="javascript:/i);
    }
  });

  test.each([
    ["an unknown placeholder", { subject: "S", body: "H\n\n{clientName}\n\n{link} {reference}" }, "body"],
    ["a missing link", { subject: "S {reference}", body: "H" }, "body"],
    ["a brace of its own", { subject: "S {reference", body: "H\n\n{link}" }, "subject"],
    ["a button within a sentence", { subject: "S {reference}", body: "H\n\nPress {link} now" }, "body"],
    ["a button in the subject", { subject: "{link} {reference}", body: "H\n\n{link}" }, "subject"],
  ] as const)("%s is refused, with its line", (_what, words, field) => {
    expect(wordingProblems(createTestDeps(), "access-link", words)[field].length).toBeGreaterThan(0);
  });

  test("what a value brings is never read as a placeholder, and ends no line of a header", async () => {
    const deps = createTestDeps({ SITE_NAME: "{phone} Ltd" });
    const { subject } = previewWords(deps, "access-link", {
      subject: "From {company}",
      body: "H\n\n{link}\n\n{reference}",
    });
    expect(subject).toBe("From {phone} Ltd");
  });

  test("lines that start with “- ” make a list within a paragraph too", () => {
    const body = "H\n\nPlease bring:\n- a passport\n- {reference}\nand a friend\nof yours\n\n{link}";
    const { html, text } = previewWords(createTestDeps(), "access-link", { subject: "S", body });
    expect(html.match(/<li\b/g)).toHaveLength(2);
    expect(text).toMatch(/Please bring:\n\n- a passport\n- MCA-7K4Q-2XPD\n\nand a friend of yours\n\n/);
  });

  test("a preview has the practice's own deposit", async () => {
    const deps = createTestDeps();
    const { id } = await createUser(deps, { role_id: "administrator" });
    const value = { ...deps.settings.current().rules, depositPercent: 33 };
    await saveSettings(
      deps,
      { group: "rules", value, baseVersion: 0 },
      { actor: { kind: "staff", id }, requestId: "r" },
    );
    expect(previewWords(deps, "booking-confirmation").text).toContain("A 33% deposit of £369.60");
  });

  test("the practice's words and foot go out, as a test to oneself too", async () => {
    const deps = createTestDeps();
    const { id: actorId } = await createUser(deps, { role_id: "administrator" });
    const body = "Helo\n\nDyma eich dolen i {reference}.\n\n{link}";
    const words = { subject: "Eich dolen {reference}", body, original: ORIGINALS["access-link"] };
    const value = { footer: "Gallwch ysgrifennu atom yn Gymraeg.", texts: { "access-link": words } };
    await saveSettings(
      deps,
      { group: "mailTexts", value, baseVersion: 0 },
      { actor: { kind: "staff", id: actorId }, requestId: "r" },
    );
    await sendTest(deps, "access-link", "ann@example.org");
    expect(await runDueJobs(deps)).toBe(1);
    const [mail] = deps.sentMails;
    expect([mail!.to, mail!.subject]).toEqual(["ann@example.org", "Test: Eich dolen MCA-7K4Q-2XPD"]);
    expect(mail!.text).toMatch(/Dyma eich dolen i MCA-7K4Q-2XPD\.[^]*Gallwch ysgrifennu atom yn Gymraeg\./);
  });
});
