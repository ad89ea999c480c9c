import { data, Link, useActionData } from "react-router";
import { requireAdministrator } from "#app/features/accounts/sign-in/guards.server.ts";
import { TOPICS } from "#app/features/mail/topics.ts";
import {
  answerMailWords,
  mailTextsHistory,
  placeholdersOf,
  previewWords,
  wordsOf,
} from "#app/features/mail/texts/mail-texts.server.ts";
import { isEditable, ORIGINALS, requiredPlaceholders } from "#app/features/mail/texts/originals.ts";
import type { EditableTopic, MailWords } from "#app/features/outbox/mail-topics.ts";
import {
  SettingsFields,
  SettingsForm,
  SettingsFrame,
} from "#app/features/settings-screens/settings-parts.tsx";
import type { SettingsReply } from "#app/features/settings-screens/save-group.server.ts";
import { readSettingsPage } from "#app/features/settings-screens/read-settings-page.server.ts";
import { PostForm } from "#app/forms/post-form.tsx";
import { useStepForm } from "#app/forms/use-step-form.ts";
import { Alert } from "#app/ui/alert.tsx";
import { Button } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { Table } from "#app/ui/table.tsx";
import { once } from "#app/platform/http/once.server.ts";
import type { Route } from "./+types/mail";

function requireTopic(topic: string): EditableTopic {
  if (!isEditable(topic)) throw data(null, { status: 404 });
  return topic;
}

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { deps } = await requireAdministrator(context, request);
  const topic = requireTopic(params.topic);
  const page = await readSettingsPage(deps, request, {
    group: "mailTexts",
    changesOf: (before, after) => mailTextsHistory(before, after, topic),
    isPart: true,
  });
  const own = deps.settings.current().mailTexts.texts[topic];
  const original = ORIGINALS[topic];
  const isChanged = own && (own.original.subject !== original.subject || own.original.body !== original.body);
  const { subject, text } = previewWords(deps, topic);
  return {
    ...page,
    topic,
    title: TOPICS[topic].label,
    saved: wordsOf(deps, topic),
    isWorded: own !== undefined,
    changedOriginal: isChanged ? { before: own.original, now: original } : null,
    placeholders: placeholdersOf(deps, topic),
    required: requiredPlaceholders(topic),
    savedPreview: { subject, text },
  };
}

export const action = once(async ({ request, params, context }: Route.ActionArgs) => {
  const signedIn = await requireAdministrator(context, request);
  const topic = requireTopic(params.topic);
  return answerMailWords(signedIn, await request.formData(), topic);
});

export { revalidateAfterConflict as shouldRevalidate } from "#app/forms/revalidate-after-conflict.ts";

export default function MailPage({ loaderData }: Route.ComponentProps) {
  const { topic, saved, savedPreview, changedOriginal, isLocked, isWorded, placeholders, required } =
    loaderData;
  const reply = useActionData<SettingsReply & { preview?: typeof savedPreview; isTestSent?: boolean }>();
  const form = useStepForm({ id: "mail", saved });
  const named = (names: string[]) => names.map((name) => `{${name}}`).join(" ");
  const hint = `You may use ${named(placeholders.map(({ name }) => name))}. The mail needs ${named(required) || "none of them"}.`;
  const button = (intent: string, text: string) => (
    <Button look="quiet" intent={intent}>
      {text}
    </Button>
  );
  const buttons = (
    <>
      {button("preview", "Preview")}
      {button("test", "Send me a test of what is saved")}
      {isWorded && !isLocked ? button("original", "Back to the original") : null}
    </>
  );
  const preview = reply?.preview ?? savedPreview;
  const words = reply?.preview ? reply.initialValue : saved;
  return (
    <SettingsFrame
      {...loaderData}
      back={{ label: "Back to Mail texts", to: "/admin/settings/mails" }}
      lead="Plain text. An empty line begins a paragraph, lines that start with “- ” make a list, and the first paragraph is the heading."
      whenUnchanged={
        <>
          This mail’s own words have not been changed yet. The foot of every mail has its history on{" "}
          <Link to="/admin/settings/mails">Mail texts</Link>.
        </>
      }
      said={reply?.isTestSent ? "A test is on its way to your own address." : undefined}
    >
      {changedOriginal ? (
        <Alert tone="warning" heading="The original changed in this release: compare">
          <p>You wrote your words when the original said:</p>
          <PlainText>{inWords(changedOriginal.before)}</PlainText>
          <p>It says now:</p>
          <PlainText>{inWords(changedOriginal.now)}</PlainText>
        </Alert>
      ) : null}
      <SettingsForm {...loaderData} form={form} buttons={buttons}>
        <div>
          <SettingsFields form={form} specs={[SUBJECT, { ...BODY, hint }]} />
        </div>
      </SettingsForm>
      <Card heading="What the placeholders become">
        <Table
          caption="With made-up details"
          columns={["You write", { name: "The mail says", className: "whitespace-pre-line" }]}
          rows={placeholders.map(({ name, becomes }) => ({
            id: name,
            cells: [`{${name}}`, becomes || "Nothing here: left out where it does not apply"],
          }))}
        />
      </Card>
      <Card heading={reply?.preview ? "Preview of what you typed" : "Preview of what is saved"}>
        <p>
          <strong>{preview.subject}</strong>
        </p>
        <PlainText>{preview.text}</PlainText>
        <PostForm
          className="mt-3"
          reloadDocument
          target="_blank"
          action={`/admin/settings/mails/${topic}/preview`}
        >
          <input type="hidden" name="subject" value={String(words?.subject)} />
          <input type="hidden" name="body" value={String(words?.body)} />
          <Button look="quiet" aria-describedby="opens">
            See it as HTML
          </Button>
          <p className="note mt-1" id="opens">
            It opens in a new tab.
          </p>
        </PostForm>
      </Card>
    </SettingsFrame>
  );
}

const inWords = ({ subject, body }: MailWords) => `${subject}\n\n${body}`;

function PlainText({ children }: { children: string }) {
  return <pre className="wrap-anywhere text-sm whitespace-pre-wrap">{children}</pre>;
}

const SUBJECT = { name: "subject", label: "Subject", kind: "line", isWide: true } as const;
const BODY = { name: "body", label: "Text", kind: "lines", rows: 16, isWide: true } as const;
