import { z } from "zod";
import { data } from "react-router";
import type { Deps } from "#app/deps.server.ts";
import { TOPICS } from "#app/features/mail/topics.ts";
import { line, lines } from "#app/features/settings/form-values.ts";
import type { MailTexts, SettingsGroups } from "#app/features/settings/values.ts";
import { enqueueMail } from "#app/features/outbox/enqueue-mail.server.ts";
import { mailSite } from "#app/features/mail/mail-input.server.ts";
import { placeholderTexts, renderMail } from "#app/features/mail/templates/render-mail.tsx";
import { demoInput } from "./demo.ts";
import { MAX_CHARACTERS, ORIGINALS, wordingProblems } from "./originals.ts";
import type { EditableTopic, MailWords } from "#app/features/outbox/mail-topics.ts";
import type { SignedInRequest } from "#app/features/accounts/sign-in/guards.server.ts";
import { intentOf } from "#app/forms/intent.ts";
import { refuseForm } from "#app/forms/read-form.server.ts";
import { readSettings, saveGroup } from "#app/features/settings-screens/save-group.server.ts";

export function wordsOf(deps: Pick<Deps, "settings">, topic: EditableTopic): MailWords {
  const { subject, body } = deps.settings.current().mailTexts.texts[topic] ?? ORIGINALS[topic];
  return { subject, body };
}

/** The mail with made-up details; with `words`, as it would be with these. */
export function previewWords(
  deps: Pick<Deps, "env" | "settings" | "clock">,
  topic: EditableTopic,
  words?: MailWords,
) {
  const site = mailSite(deps);
  const texts = words ? { ...site.texts, [topic]: words } : site.texts;
  return renderMail(demoInput(topic, { ...site, texts }));
}

/** Each placeholder of a mail with the text that it becomes, for made-up details. */
export const placeholdersOf = (deps: Pick<Deps, "env" | "settings" | "clock">, topic: EditableTopic) =>
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

export function mailWordsForm(topic: EditableTopic) {
  return z
    .object({
      subject: line(200, { isRequired: "Enter a subject." }),
      body: lines(MAX_CHARACTERS).refine((text) => text !== "", "Enter a text."),
    })
    .superRefine((words, issues) => {
      const problems = wordingProblems(topic, words);
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
  const read = readSettings(form, mailWordsForm(topic), "text");
  if (!read.ok) return data(read.reply, { status: 400 });
  if (intent === "preview") {
    const { subject, text } = previewWords(deps, topic, read.value);
    return data({ ...refuseForm(form, ""), preview: { subject, text } });
  }
  return save({ ...mailTexts.texts, [topic]: { ...read.value, original: ORIGINALS[topic] } });
}
