import { useActionData } from "react-router";
import { PostForm } from "#app/forms/post-form.tsx";
import { useStepForm } from "#app/forms/use-step-form.ts";
import { SettingsFields, SettingsForm, type SettingsReply } from "#app/features/settings/settings-parts.tsx";
import { Alert } from "#app/ui/alert.tsx";
import { Button } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import type { EditableTopic, MailWords } from "./originals.ts";

type MailPreview = { subject: string; text: string };

type MailReply = SettingsReply & { preview?: MailPreview };

const inWords = ({ subject, body }: MailWords) => `${subject}\n\n${body}`;

function PlainText({ children }: { children: string }) {
  return <pre className="wrap-anywhere text-sm whitespace-pre-wrap">{children}</pre>;
}

/** When a release says something else by itself than when the practice wrote its own words. */
export function ChangedOriginal({ before, now }: { before: MailWords; now: MailWords }) {
  return (
    <Alert tone="warning" heading="The original changed in this release: compare">
      <p>You wrote your words when the original said:</p>
      <PlainText>{inWords(before)}</PlainText>
      <p>It says now:</p>
      <PlainText>{inWords(now)}</PlainText>
    </Alert>
  );
}

type MailWordsFormProps = {
  saved: MailWords;
  version: number;
  isLocked: boolean;
  isWorded: boolean;
  allowed: string[];
  required: string[];
};

const SUBJECT = { name: "subject", label: "Subject", kind: "line" } as const;
const BODY = { name: "body", label: "Text", kind: "lines", rows: 16 } as const;

export function MailWordsForm(props: MailWordsFormProps) {
  const { saved, isLocked, isWorded, allowed, required } = props;
  const form = useStepForm({ id: "mail", saved });
  const named = (names: string[]) => names.map((name) => `{${name}}`).join(" ");
  const hint = `You may use ${named(allowed)}. The mail needs ${named(required) || "none of them"}.`;
  const button = (intent: string, text: string) => (
    <Button look="quiet" name="intent" value={intent}>
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
  return (
    <SettingsForm {...props} form={form} buttons={buttons}>
      <div>
        <SettingsFields form={form} specs={[SUBJECT, { ...BODY, hint }]} />
      </div>
    </SettingsForm>
  );
}

type MailPreviewCardProps = {
  topic: EditableTopic;
  saved: MailWords;
  savedPreview: MailPreview;
};

export function MailPreviewCard({ topic, saved, savedPreview }: MailPreviewCardProps) {
  const reply = useActionData<MailReply>();
  const preview = reply?.preview ?? savedPreview;
  const words = reply?.preview ? reply.initialValue : saved;
  return (
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
        <Button look="quiet">See it as HTML</Button>
      </PostForm>
    </Card>
  );
}
