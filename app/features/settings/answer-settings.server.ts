import { data, redirect } from "react-router";
import type { z } from "zod";
import type { Deps } from "#app/deps.server.ts";
import type { Author } from "#app/features/audit/record-audit.server.ts";
import { parseForm, refuseForm } from "#app/forms/read-form.server.ts";
import type { ChangeInWords } from "./history.server.ts";
import { saveSettings } from "./save-settings.server.ts";
import type { SettingsReply } from "./settings-parts.tsx";
import type { GroupName, SettingsGroups } from "./values.ts";

const LOCKED = "These pages are read-only (SETTINGS_LOCKED). Nothing was saved.";

/** Reads the form of a settings page, whose empty fields and boxes that are not ticked count. */
export const readSettings = <Schema extends z.ZodType>(form: FormData, schema: Schema, looked = "form") =>
  parseForm(form, schema, `Nothing was saved. Please check the ${looked}.`, { isRaw: true });

type GroupChange<Name extends GroupName> = {
  group: Name;
  value: SettingsGroups[Name];
  page?: string;
};

/** Saves a group read from `form` and goes back to its page; else 403 when locked, or 409 with what differs, which
 * `changesOf` says in words. */
export async function saveGroup<Name extends GroupName>(
  { deps, by }: { deps: Deps; by: Author },
  form: FormData,
  { group, value, page = group }: GroupChange<Name>,
  changesOf: (saved: SettingsGroups[Name], typed: SettingsGroups[Name]) => ChangeInWords[],
) {
  const baseVersion = Number(form.get("baseVersion") ?? 0);
  const outcome = await saveSettings(deps, { group, value, baseVersion }, by);
  if (outcome.kind === "saved") throw redirect(`/admin/settings/${page}?done=saved`, 303);
  if (outcome.kind === "locked") return data<SettingsReply>(refuseForm(form, LOCKED), { status: 403 });
  const reply: SettingsReply = {
    ...refuseForm(form, "Somebody else has saved this page meanwhile. Nothing was saved."),
    version: outcome.version,
    theirs: changesOf(outcome.current, value),
  };
  return data(reply, { status: 409 });
}
