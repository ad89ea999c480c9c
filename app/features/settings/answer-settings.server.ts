import { data, redirect } from "react-router";
import type { RequestScope } from "#app/context.ts";
import { parseForm, refuseForm } from "#app/forms/read-form.server.ts";
import { fieldByField, type ChangeInWords } from "./history.server.ts";
import { saveSettings } from "./save-settings.server.ts";
import { inWords, type SettingsPage } from "./pages.ts";
import type { SettingsReply } from "./settings-parts.tsx";
import type { GroupName, SettingsGroups } from "./values.ts";

const BASE_VERSION = "baseVersion";

const LOCKED = "These pages are read-only (SETTINGS_LOCKED). Nothing was saved.";

/** 400 with messages, 403 when locked, 409 with both texts, or saved and back to the page. */
export async function answerSettings(
  scope: Pick<RequestScope, "deps" | "requestId">,
  page: SettingsPage,
  request: Request,
  actorId: string,
) {
  const read = parseForm(await request.formData(), page.schema, "Nothing was saved. Please check the form.", {
    isRaw: true,
  });
  if (!read.ok) return data({ ...read.reply } as SettingsReply, { status: 400 });
  const typed = read.value;
  return (
    (await saveGroup(
      scope,
      read.form,
      { group: page.group, value: typed, actorId },
      fieldByField((name, value) => inWords(page, name, value)),
    )) ?? redirect(`/admin/settings/${page.group}?done=saved`, 303)
  );
}

/** Saves a group read from `form`; null when saved, else the refusal. `changesOf` says in words where two differ. */
export async function saveGroup<Name extends GroupName>(
  { deps, requestId }: Pick<RequestScope, "deps" | "requestId">,
  form: FormData,
  change: { group: Name; value: SettingsGroups[Name]; actorId: string },
  changesOf: (saved: SettingsGroups[Name], typed: SettingsGroups[Name]) => ChangeInWords[],
) {
  const { group, value, actorId } = change;
  const baseVersion = Number(form.get(BASE_VERSION) ?? 0);
  const outcome = await saveSettings(deps, { group, value, baseVersion }, { actorId, requestId });
  if (outcome.kind === "saved") return null;
  if (outcome.kind === "locked") return data(refuseForm(form, LOCKED) as SettingsReply, { status: 403 });
  const reply: SettingsReply = {
    ...refuseForm(form, "Somebody else has saved this page meanwhile. Nothing was saved."),
    version: outcome.version,
    theirs: changesOf(outcome.current, value).map(({ field, from, to }) => ({
      label: field,
      saved: from,
      typed: to,
    })),
  };
  return data(reply, { status: 409 });
}
