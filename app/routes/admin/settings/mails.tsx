import { data, redirect, Link } from "react-router";
import { z } from "zod";
import { requireAdministrator } from "#app/features/accounts/guards.server.ts";
import { TOPICS } from "#app/features/mail-queue/topics.ts";
import { ORIGINALS } from "#app/features/mail/texts/originals.ts";
import { mailTextsHistory } from "#app/features/mail/texts/mail-texts-history.ts";
import { saveGroup } from "#app/features/settings/answer-settings.server.ts";
import { lines } from "#app/features/settings/form-values.ts";
import { SettingsFrame } from "#app/features/settings/settings-frame.tsx";
import { SettingsField, type SettingsReply } from "#app/features/settings/settings-parts.tsx";
import { readSettingsPage } from "#app/features/staff/settings-page.server.ts";
import { parseForm } from "#app/forms/read-form.server.ts";
import { StepForm } from "#app/forms/step-form.tsx";
import { useStepForm } from "#app/forms/use-step-form.ts";
import { Button } from "#app/ui/button.tsx";
import type { Route } from "./+types/mails";

export async function loader({ request, context }: Route.LoaderArgs) {
  const { deps } = await requireAdministrator(context, request);
  const page = await readSettingsPage(deps, request, "mailTexts", mailTextsHistory);
  const { footer, texts } = deps.settings.current().mailTexts;
  return {
    ...page,
    saved: { footer },
    mails: Object.keys(ORIGINALS).map((topic) => ({
      topic,
      label: TOPICS[topic as keyof typeof ORIGINALS].label,
      isWorded: Object.hasOwn(texts, topic),
    })),
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const { scope, deps, user } = await requireAdministrator(context, request);
  const schema = z.object({ footer: lines(400) });
  const summary = "Nothing was saved. Please check the form.";
  const read = parseForm(await request.formData(), schema, summary, { isRaw: true });
  if (!read.ok) return data(read.reply as SettingsReply, { status: 400 });
  await deps.settings.reload();
  const value = { ...deps.settings.current().mailTexts, footer: read.value.footer };
  const change = { group: "mailTexts", value, actorId: user.userId } as const;
  const refusal = await saveGroup(scope, read.form, change, mailTextsHistory);
  return refusal ?? redirect("/admin/settings/mails?done=saved", 303);
}

export default function MailsPage({ loaderData, actionData }: Route.ComponentProps) {
  const reply = actionData as SettingsReply | undefined;
  const { mails, saved, version, isLocked } = loaderData;
  const form = useStepForm({ id: "mails", saved, reply });
  const spec = {
    name: "footer",
    label: "Foot of every mail",
    hint: "Such as: Gallwch ysgrifennu atom yn Gymraeg. Plain text.",
    kind: "lines",
    isOptional: true,
  } as const;
  return (
    <SettingsFrame
      {...loaderData}
      title="Mail texts"
      lead="What your e-mails say. Each can be put into your own words, previewed, sent to yourself as a test, and put back."
      reply={reply}
    >
      <ul className="grid gap-2">
        {mails.map(({ topic, label, isWorded }) => (
          <li key={topic}>
            <Link to={`/admin/settings/mails/${topic}`}>{label}</Link>
            {isWorded ? " (your own words)" : ""}
          </li>
        ))}
      </ul>
      <StepForm form={form}>
        <input type="hidden" name="baseVersion" value={reply?.version ?? version} />
        <SettingsField form={form} spec={spec} />
        {isLocked ? null : <Button>Save</Button>}
      </StepForm>
    </SettingsFrame>
  );
}
