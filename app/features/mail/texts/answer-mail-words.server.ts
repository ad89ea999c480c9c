import { data, redirect } from "react-router";
import type { RequestScope } from "#app/context.ts";
import { refuseForm } from "#app/forms/read-form.server.ts";
import { readSettings, saveGroup } from "#app/features/settings/answer-settings.server.ts";
import type { SettingsGroups } from "#app/features/settings/values.ts";
import { mailTextsHistory, mailWordsForm, previewWords, sendTest } from "./mail-texts.server.ts";
import { ORIGINALS, type EditableTopic } from "./originals.ts";

/** Answers the form of one mail's words by its `intent`: `test` mails the saved ones to `email`, `original` takes the
 * practice's own away, `preview` shows what was typed, and without one they are saved. */
export async function answerMailWords(
  scope: Pick<RequestScope, "deps" | "requestId">,
  form: FormData,
  { topic, actorId, email }: { topic: EditableTopic; actorId: string; email: string },
) {
  const { deps } = scope;
  const intent = form.get("intent");
  if (intent === "test") {
    await sendTest(deps, topic, email);
    return redirect(`/admin/settings/mails/${topic}?done=sent`, 303);
  }
  await deps.settings.reload();
  const { mailTexts } = deps.settings.current();
  const save = (texts: SettingsGroups["mailTexts"]["texts"]) => {
    const value = { ...mailTexts, texts };
    const change = { group: "mailTexts", value, actorId, page: `mails/${topic}` } as const;
    return saveGroup(scope, form, change, mailTextsHistory);
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
