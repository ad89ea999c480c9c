import { data } from "react-router";
import { requireAdministrator } from "#app/features/accounts/guards.server.ts";
import { TOPICS } from "#app/features/mail-queue/topics.ts";
import { answerMailWords } from "#app/features/mail/texts/answer-mail-words.server.ts";
import { mailTextsHistory, previewWords, wordsOf } from "#app/features/mail/texts/mail-texts.server.ts";
import {
  ChangedOriginal,
  MailPreviewCard,
  MailWordsForm,
} from "#app/features/mail/texts/mail-words-page.tsx";
import {
  allowedPlaceholders,
  isEditable,
  ORIGINALS,
  requiredPlaceholders,
  type EditableTopic,
} from "#app/features/mail/texts/originals.ts";
import { SettingsFrame } from "#app/features/settings/settings-parts.tsx";
import { readSettingsPage } from "#app/features/staff/settings-page.server.ts";
import type { Route } from "./+types/mail";

function requireTopic(topic: string): EditableTopic {
  if (!isEditable(topic)) throw data(null, { status: 404 });
  return topic;
}

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { deps } = await requireAdministrator(context, request);
  const topic = requireTopic(params.topic);
  const page = await readSettingsPage(deps, "mailTexts", (before, after) =>
    mailTextsHistory(before, after).filter(({ field }) => field === TOPICS[topic].label),
  );
  const own = deps.settings.current().mailTexts.texts[topic];
  const original = ORIGINALS[topic];
  const isChanged = own && (own.original.subject !== original.subject || own.original.body !== original.body);
  const { subject, text } = previewWords(deps, topic);
  return {
    ...page,
    history: page.history.filter(({ changes }) => changes.length > 0),
    topic,
    title: TOPICS[topic].label,
    saved: wordsOf(deps, topic),
    isWorded: own !== undefined,
    changedOriginal: isChanged ? { before: own.original, now: original } : null,
    allowed: allowedPlaceholders(topic),
    required: requiredPlaceholders(topic),
    savedPreview: { subject, text },
  };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const signedIn = await requireAdministrator(context, request);
  const topic = requireTopic(params.topic);
  return answerMailWords(signedIn, await request.formData(), topic);
}

export default function MailPage({ loaderData }: Route.ComponentProps) {
  const { changedOriginal } = loaderData;
  return (
    <SettingsFrame
      {...loaderData}
      lead="Plain text: an empty line begins a paragraph, lines that start with “- ” make a list, and the first paragraph is the heading."

      done={{ sent: "A test is on its way to your own address." }}
    >
      {changedOriginal ? <ChangedOriginal {...changedOriginal} /> : null}
      <MailWordsForm {...loaderData} />
      <MailPreviewCard {...loaderData} />
    </SettingsFrame>
  );
}
