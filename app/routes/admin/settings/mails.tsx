import { data, Link } from "react-router";
import { z } from "zod";
import { requireAdministrator } from "#app/features/accounts/sign-in/guards.server.ts";
import { TOPICS } from "#app/features/mail/topics.ts";
import { ORIGINALS } from "#app/features/mail/texts/originals.ts";
import type { EditableTopic } from "#app/features/outbox/mail-topics.ts";
import { mailTextsHistory } from "#app/features/mail/texts/mail-texts.server.ts";
import { readSettings, saveGroup } from "#app/features/settings-screens/save-group.server.ts";
import { lines } from "#app/features/settings/form-values.ts";
import {
  SettingsFields,
  SettingsForm,
  SettingsFrame,
} from "#app/features/settings-screens/settings-parts.tsx";
import { readSettingsPage } from "#app/features/settings-screens/read-settings-page.server.ts";
import { useStepForm } from "#app/forms/use-step-form.ts";
import { once } from "#app/platform/http/once.server.ts";
import type { Route } from "./+types/mails";

export async function loader({ request, context }: Route.LoaderArgs) {
  const { deps } = await requireAdministrator(context, request);
  const page = await readSettingsPage(deps, request, { group: "mailTexts", changesOf: mailTextsHistory });
  const { footer, texts } = deps.settings.current().mailTexts;
  const topics = (Object.keys(ORIGINALS) as EditableTopic[]).filter(
    (topic) => topic !== "texts-stopped" || deps.textSender !== null,
  );
  const mails = topics.map((topic) => ({
    topic,
    label: TOPICS[topic].label,
    isWorded: Object.hasOwn(texts, topic),
  }));
  return { ...page, saved: { footer }, mails };
}

export const action = once(async ({ request, context }: Route.ActionArgs) => {
  const { deps, by } = await requireAdministrator(context, request);
  const read = readSettings(await request.formData(), z.object({ footer: lines(400) }));
  if (!read.ok) return data(read.reply, { status: 400 });
  await deps.settings.reload();
  const value = { ...deps.settings.current().mailTexts, footer: read.value.footer };
  const change = { group: "mailTexts", value, page: "mails" } as const;
  return saveGroup({ deps, by }, read.form, change, mailTextsHistory);
});

export { revalidateAfterConflict as shouldRevalidate } from "#app/forms/revalidate-after-conflict.ts";

const FOOTER = {
  name: "footer",
  label: "Foot of every mail",
  hint: "Such as: Gallwch ysgrifennu atom yn Gymraeg. Plain text.",
  kind: "lines",
  isOptional: true,
} as const;

export default function MailsPage({ loaderData }: Route.ComponentProps) {
  const { saved, mails } = loaderData;
  const form = useStepForm({ id: "mails", saved });
  return (
    <SettingsFrame
      {...loaderData}
      title="Mail texts"
      lead="What your emails say. Write each in your own words, preview it, send yourself a test, or go back to the original."
    >
      <ul className="grid gap-2">
        {mails.map(({ topic, label, isWorded }) => (
          <li key={topic}>
            <Link to={`/admin/settings/mails/${topic}`}>{label}</Link>
            {isWorded ? " (your own words)" : ""}
          </li>
        ))}
      </ul>
      <SettingsForm {...loaderData} form={form}>
        <SettingsFields form={form} specs={[FOOTER]} />
      </SettingsForm>
    </SettingsFrame>
  );
}
