import { data, redirect } from "react-router";
import type { SignedInRequest } from "#app/features/accounts/guards.server.ts";
import { refuseForm } from "#app/forms/read-form.server.ts";
import { readSettings, saveGroup } from "#app/features/settings/answer-settings.server.ts";
import type { SettingsGroups } from "#app/features/settings/values.ts";
import { mailTextsHistory, mailWordsForm, previewWords, sendTest } from "./mail-texts.server.ts";
import { ORIGINALS, type EditableTopic } from "./originals.ts";

/** Answers the form of one mail's words by its `intent`: `test` mails the saved ones to the user, `original` takes the
 * practice's own away, `preview` shows what was typed, and without one they are saved. */
export async function answerMailWords(
  { deps, user, by }: SignedInRequest,
  form: FormData,
  topic: EditableTopic,
) {
  const intent = form.get("intent");
  if (intent === "test") {
    await sendTest(deps, topic, user.email);
    return redirect(`/admin/settings/mails/${topic}?done=sent`, 303);
  }
  await deps.settings.reload();
  const { mailTexts } = deps.settings.current();
  const save = (texts: SettingsGroups["mailTexts"]["texts"]) => {
    const value = { ...mailTexts, texts };
    const change = { group: "mailTexts", value, page: `mails/${topic}` } as const;
    return saveGroup({ deps, by }, form, change, mailTextsHistory);
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
