import { data, redirect } from "react-router";
import { requestScope } from "#app/context.ts";
import { requireAdministrator } from "#app/features/accounts/guards.server.ts";
import { MAIL_LABELS } from "#app/features/mail-queue/topics.ts";
import { mailTextsHistory } from "#app/features/mail/texts/mail-texts-history.ts";
import { mailWordsForm } from "#app/features/mail/texts/mail-words-form.ts";
import { previewWords, sendTest, wordsOf } from "#app/features/mail/texts/mail-texts.server.ts";
import {
  allowedPlaceholders,
  isEditable,
  ORIGINALS,
  requiredPlaceholders,
  type EditableTopic,
} from "#app/features/mail/texts/originals.ts";
import { saveGroup } from "#app/features/settings/answer-settings.server.ts";
import { SettingsFrame } from "#app/features/settings/settings-frame.tsx";
import { SettingsField, type SettingsReply } from "#app/features/settings/settings-parts.tsx";
import { readSettingsPage } from "#app/features/staff/settings-page.server.ts";
import { parseForm, refuseForm } from "#app/forms/read-form.server.ts";
import { PostForm } from "#app/forms/post-form.tsx";
import { StepForm } from "#app/forms/step-form.tsx";
import { useStepForm } from "#app/forms/use-step-form.ts";
import { Alert } from "#app/ui/alert.tsx";
import { Button } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import type { Route } from "./+types/mail";

type MailReply = SettingsReply & { preview?: { subject: string; text: string } };

function requireTopic(topic: string): EditableTopic {
  if (!isEditable(topic)) throw data(null, { status: 404 });
  return topic;
}

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const scope = context.get(requestScope);
  await requireAdministrator(scope, request);
  const topic = requireTopic(params.topic);
  const page = await readSettingsPage(scope.deps, request, "mailTexts", (before, after) =>
    mailTextsHistory(before, after).filter(({ field }) => field === MAIL_LABELS[topic]),
  );
  const own = scope.deps.settings.current().mailTexts.texts[topic];
  const original = ORIGINALS[topic];
  const isChanged = own && (own.original.subject !== original.subject || own.original.body !== original.body);
  return {
    ...page,
    history: page.history.filter(({ changes }) => changes.length > 0),
    topic,
    title: MAIL_LABELS[topic],
    saved: wordsOf(scope.deps, topic),
    isWorded: own !== undefined,
    changedOriginal: isChanged ? { before: own.original, now: original } : null,
    allowed: allowedPlaceholders(topic),
    required: requiredPlaceholders(topic),
    preview: previewWords(scope.deps, topic),
    isSent: new URL(request.url).searchParams.get("done") === "sent",
  };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const scope = context.get(requestScope);
  const { userId: actorId, email } = await requireAdministrator(scope, request);
  const topic = requireTopic(params.topic);
  const { deps } = scope;
  await deps.settings.reload();
  const form = await request.formData();
  const page = `/admin/settings/mails/${topic}`;
  const intent = form.get("intent");
  if (intent === "test") {
    await sendTest(deps, topic, email);
    return redirect(`${page}?done=sent`, 303);
  }
  const { mailTexts } = deps.settings.current();
  const save = async (texts: typeof mailTexts.texts) =>
    (await saveGroup(
      scope,
      form,
      { group: "mailTexts", value: { ...mailTexts, texts }, actorId },
      mailTextsHistory,
    )) ?? redirect(`${page}?done=saved`, 303);
  if (intent === "original") {
    const { [topic]: _, ...others } = mailTexts.texts;
    return save(others);
  }
  const read = parseForm(form, mailWordsForm(topic), "Nothing was saved. Please check the text.", {
    isRaw: true,
  });
  if (!read.ok) return data(read.reply as MailReply, { status: 400 });
  if (intent === "preview") {
    const { subject, text } = previewWords(deps, topic, read.value);
    return data({ ...refuseForm(form, ""), preview: { subject, text } } as MailReply);
  }
  return save({ ...mailTexts.texts, [topic]: { ...read.value, original: ORIGINALS[topic] } });
}

const inWords = (words?: { subject: string; body: string }) =>
  words ? `${words.subject}\n\n${words.body}` : "(the original)";

export default function MailPage({ loaderData, actionData }: Route.ComponentProps) {
  const reply = actionData as MailReply | undefined;
  const { saved, version, isLocked, topic, allowed, required, isWorded, changedOriginal } = loaderData;
  const typed = useStepForm({
    id: "mail",
    saved,
    reply,
    toastTitle: reply?.preview ? null : "Validation Error",
  });
  const form = { ...typed, summary: reply?.preview ? undefined : typed.summary };
  const preview = reply?.preview ?? loaderData.preview;
  const named = (names: string[]) => names.map((name) => `{${name}}`).join(" ");
  return (
    <SettingsFrame
      {...loaderData}
      lead="Plain text: an empty line begins a paragraph, lines that start with “- ” make a list, and the first paragraph is the heading."
      reply={reply?.preview ? undefined : reply}
    >
      {loaderData.isSent ? (
        <Alert tone="good" isLive>
          <p>A test is on its way to your own address.</p>
        </Alert>
      ) : null}
      {changedOriginal ? (
        <Alert tone="warning" heading="The original changed in this release: compare">
          <p>You wrote your words when the original said:</p>
          <pre className="wrap-anywhere text-sm whitespace-pre-wrap">{inWords(changedOriginal.before)}</pre>
          <p>It says now:</p>
          <pre className="wrap-anywhere text-sm whitespace-pre-wrap">{inWords(changedOriginal.now)}</pre>
        </Alert>
      ) : null}
      <StepForm form={form} className="stack">
        <input type="hidden" name="baseVersion" value={reply?.version ?? version} />
        <div>
          <SettingsField form={form} spec={{ name: "subject", label: "Subject", kind: "line" }} />
          <SettingsField
            form={form}
            spec={{
              name: "body",
              label: "Text",
              kind: "lines",
              rows: 16,
              hint: `You may use ${named(allowed)}. The mail needs ${named(required) || "none of them"}.`,
            }}
          />
        </div>
        <div className="actions">
          {isLocked ? null : <Button>Save</Button>}
          <Button look="quiet" name="intent" value="preview">
            Preview
          </Button>
          <Button look="quiet" name="intent" value="test">
            Send me a test of what is saved
          </Button>
          {isWorded && !isLocked ? (
            <Button look="quiet" name="intent" value="original">
              Back to the original
            </Button>
          ) : null}
        </div>
      </StepForm>
      <Card heading={reply?.preview ? "Preview of what you typed" : "Preview of what is saved"}>
        <p>
          <strong>{preview.subject}</strong>
        </p>
        <pre className="wrap-anywhere text-sm whitespace-pre-wrap">{preview.text}</pre>
        <PostForm
          className="mt-3"
          reloadDocument
          target="_blank"
          action={`/admin/settings/mails/${topic}/preview`}
        >
          <input type="hidden" name="subject" value={String(form.values.subject)} />
          <input type="hidden" name="body" value={String(form.values.body)} />
          <Button look="quiet">See it as HTML</Button>
        </PostForm>
      </Card>
    </SettingsFrame>
  );
}
