import { data, redirect } from "react-router";
import type { RequestScope } from "#app/context.ts";
import { parseForm, refuseForm } from "#app/forms/read-form.server.ts";
import { saveGroup } from "#app/features/settings/answer-settings.server.ts";
import type { SettingsGroups } from "#app/features/settings/values.ts";
import { mailTextsHistory } from "./mail-texts-history.ts";
import { previewWords, sendTest } from "./mail-texts.server.ts";
import { mailWordsForm } from "./mail-words-form.ts";
import type { MailReply } from "./mail-words-page.tsx";
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
  const page = `/admin/settings/mails/${topic}`;
  if (intent === "test") {
    await sendTest(deps, topic, email);
    return redirect(`${page}?done=sent`, 303);
  }
  await deps.settings.reload();
  const { mailTexts } = deps.settings.current();
  const save = async (texts: SettingsGroups["mailTexts"]["texts"]) => {
    const change = { group: "mailTexts", value: { ...mailTexts, texts }, actorId } as const;
    const refusal = await saveGroup(scope, form, change, mailTextsHistory);
    return refusal ?? redirect(`${page}?done=saved`, 303);
  };
  if (intent === "original") {
    const { [topic]: _, ...others } = mailTexts.texts;
    return save(others);
  }
  const summary = "Nothing was saved. Please check the text.";
  const read = parseForm(form, mailWordsForm(topic), summary, { isRaw: true });
  if (!read.ok) return data(read.reply as MailReply, { status: 400 });
  if (intent === "preview") {
    const { subject, text } = previewWords(deps, topic, read.value);
    return data({ ...refuseForm(form, ""), preview: { subject, text } } as MailReply);
  }
  return save({ ...mailTexts.texts, [topic]: { ...read.value, original: ORIGINALS[topic] } });
}
