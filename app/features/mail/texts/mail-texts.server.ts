import { z } from "zod";
import { data } from "react-router";
import type { Deps } from "#app/deps.server.ts";
import { TOPICS } from "#app/features/mail/topics.ts";
import { line, lines } from "#app/features/settings/form-values.ts";
import type { MailTexts, SettingsGroups } from "#app/features/settings/values.ts";
import { enqueueMail } from "#app/features/outbox/enqueue-mail.server.ts";
import { mailSite } from "#app/features/mail/mail-input.server.ts";
import { demoSlots, placeholderTexts, renderMail } from "#app/features/mail/templates/render-mail.tsx";
import { demoInput } from "./demo.ts";
import { allowedPlaceholders, ORIGINALS, placeholdersIn, requiredPlaceholders } from "./originals.ts";
import type { EditableTopic, MailWords } from "#app/features/outbox/mail-topics.ts";
import type { SignedInRequest } from "#app/features/accounts/sign-in/guards.server.ts";
import { intentOf } from "#app/forms/intent.ts";
import { refuseForm } from "#app/forms/read-form.server.ts";
import { readSettings, saveGroup } from "#app/features/settings-screens/save-group.server.ts";

type SiteDeps = Pick<Deps, "env" | "settings" | "clock">;

export function wordsOf(deps: Pick<Deps, "settings">, topic: EditableTopic): MailWords {
  const { subject, body } = deps.settings.current().mailTexts.texts[topic] ?? ORIGINALS[topic];
  return { subject, body };
}

/** The mail with made-up details; with `words`, as it would be with these. */
export function previewWords(deps: SiteDeps, topic: EditableTopic, words?: MailWords) {
  const site = mailSite(deps);
  const texts = words ? { ...site.texts, [topic]: words } : site.texts;
  return renderMail(demoInput(topic, { ...site, texts }));
}

/** Each placeholder of a mail with the text that it becomes, for made-up details. */
export const placeholdersOf = (deps: SiteDeps, topic: EditableTopic) =>
  placeholderTexts(topic, mailSite(deps));

const TEST_KEY = "mail-test:";

export async function sendTest(deps: Deps, topic: EditableTopic, to: string): Promise<void> {
  await enqueueMail(deps, {
    topic: "mail-test",
    to,
    dedupeKey: `${TEST_KEY}${deps.ids.uuid()}`,
    payload: { topic },
  });
}

export async function wasMailTested(deps: Pick<Deps, "db">): Promise<boolean> {
  const tests = await deps.db
    .selectFrom("outbox")
    .select("state")
    // Found by key alone: with a condition on `state`, SQLite reads every mail ever sent.
    .where("dedupe_key", ">=", TEST_KEY)
    .where("dedupe_key", "<", `${TEST_KEY}\u{10ffff}`)
    .execute();
  return tests.some(({ state }) => state === "sent");
}

const MAX_CHARACTERS = 4_000;

/** Why an edit of a mail's words is refused. A placeholder that is text may stand in a line, any other one alone. */
export function wordingProblems(deps: SiteDeps, topic: EditableTopic, words: MailWords) {
  const slots = demoSlots(topic, mailSite(deps));
  const isInline = (name: string) => slots[name]?.text !== undefined;
  const allowed = allowedPlaceholders(topic);
  const of = (text: string, mayUse: (name: string) => boolean) =>
    text.split("\n").flatMap((row, index) => {
      const unknown = placeholdersIn(row).filter((name) => !mayUse(name));
      const hasBrace = /[{}]/.test(row.replace(/\{\w+\}/g, ""));
      const at = `Line ${index + 1}`;
      return [
        ...unknown.map((name) => `${at}: {${name}} cannot be used here.`),
        ...(hasBrace ? [`${at}: write braces around the name of a placeholder only.`] : []),
      ];
    });
  const subject = of(words.subject, (name) => allowed.includes(name) && isInline(name));
  const body = of(words.body, (name) => allowed.includes(name));
  const crowded = words.body.split(/\n\s*\n/).flatMap((paragraph) => {
    const names = placeholdersIn(paragraph).filter((name) => !isInline(name) && allowed.includes(name));
    const isAlone = /^\s*\{\w+\}\s*$/.test(paragraph);
    return isAlone
      ? []
      : names.map((name) => `{${name}} must stand alone, with an empty line before and after it.`);
  });
  const present = placeholdersIn(`${words.subject}\n${words.body}`);
  const isInBody = (name: string) => (isInline(name) ? present : placeholdersIn(words.body)).includes(name);
  const missing = requiredPlaceholders(topic).filter((name) => !isInBody(name));
  return {
    subject,
    body: [
      ...body,
      ...crowded,
      ...missing.map((name) => `{${name}} is missing: the mail is of no use without it.`),
    ],
  };
}

export function mailWordsForm(deps: SiteDeps, topic: EditableTopic) {
  return z
    .object({
      subject: line(200, { isRequired: "Enter a subject." }),
      body: lines(MAX_CHARACTERS).refine((text) => text !== "", "Enter a text."),
    })
    .superRefine((words, issues) => {
      const problems = wordingProblems(deps, topic, words);
      for (const field of ["subject", "body"] as const)
        for (const message of problems[field]) issues.addIssue({ code: "custom", path: [field], message });
    });
}

/** With `only`, the changes of this mail alone. */
export function mailTextsHistory(before: MailTexts, after: MailTexts, only?: EditableTopic) {
  const words = ({ texts }: MailTexts, topic: EditableTopic) =>
    texts[topic] ? `${texts[topic].subject}\n\n${texts[topic].body}` : "(the original)";
  const topics = only ? [only] : (Object.keys(ORIGINALS) as EditableTopic[]);
  const foot = {
    field: "Foot of every mail",
    from: before.footer || "(empty)",
    to: after.footer || "(empty)",
  };
  return [
    ...(only ? [] : [foot]),
    ...topics.map((topic) => ({
      field: TOPICS[topic].label,
      from: words(before, topic),
      to: words(after, topic),
    })),
  ].filter(({ from, to }) => from !== to);
}

/** Answers the form of one mail's words by its `intent`: `test` mails the saved ones to the user, `original` takes the
 * practice's own away, `preview` shows what was typed, and without one they are saved. */
export async function answerMailWords(
  { deps, user, by }: SignedInRequest,
  form: FormData,
  topic: EditableTopic,
) {
  const intent = intentOf(form);
  if (intent === "test") {
    await sendTest(deps, topic, user.email);
    return data({ ...refuseForm(form, ""), isTestSent: true });
  }
  await deps.settings.reload();
  const { mailTexts } = deps.settings.current();
  const save = (texts: SettingsGroups["mailTexts"]["texts"]) => {
    const value = { ...mailTexts, texts };
    const change = { group: "mailTexts", value, page: `mails/${topic}` } as const;
    return saveGroup({ deps, by }, form, change, (before, after) => mailTextsHistory(before, after));
  };
  if (intent === "original") {
    const { [topic]: _, ...others } = mailTexts.texts;
    return save(others);
  }
  const read = readSettings(form, mailWordsForm(deps, topic), "text");
  if (!read.ok) return data(read.reply, { status: 400 });
  if (intent === "preview") {
    const { subject, text } = previewWords(deps, topic, read.value);
    return data({ ...refuseForm(form, ""), preview: { subject, text } });
  }
  return save({ ...mailTexts.texts, [topic]: { ...read.value, original: ORIGINALS[topic] } });
}
