import { data, redirect } from "react-router";
import type { z } from "zod";
import type { Deps } from "#app/deps.server.ts";
import type { ActedByRequest } from "#app/features/audit/record-audit.server.ts";
import { inWords, type SettingsPage } from "#app/features/settings/pages.ts";
import { differences, saveSettings } from "#app/features/settings/save-settings.server.ts";
import type { GroupName, SettingsGroups } from "#app/features/settings/values.ts";
import { changedSince } from "#app/forms/changed-since.ts";
import { parseForm, refuseForm, type FormReply } from "#app/forms/read-form.server.ts";

const LOCKED = "These pages are read-only (SETTINGS_LOCKED). Nothing was saved.";

/** Reads the form of a settings page, whose empty fields and boxes that are not ticked count. */
export const readSettings = <Schema extends z.ZodType>(form: FormData, schema: Schema, checked = "form") =>
  parseForm(form, schema, `Nothing was saved. Please check the ${checked}.`, { isRaw: true });

type GroupChange<Name extends GroupName> = {
  group: Name;
  value: SettingsGroups[Name];
  page?: string;
  /** For `?done=` of the page, where it is not `saved`. */
  done?: string;
  /** Names the form on a page with several. */
  formId?: string;
};

export type ChangeInWords = { field: string; from: string; to: string };

/** Says in words what differs between two values of a group. */
export type ChangesOf<Name extends GroupName> = (
  before: SettingsGroups[Name],
  after: SettingsGroups[Name],
) => ChangeInWords[];

export type SettingsReply = FormReply & {
  /** Differences between the other person's saved values and this form. */
  theirs?: ChangeInWords[];
};

/** Saves a group read from `form` and goes back to its page; else 403 when locked, or 409 with what differs, which
 * `changesOf` says. */
export async function saveGroup<Name extends GroupName>(
  { deps, by }: { deps: Deps; by: ActedByRequest },
  form: FormData,
  { group, value, page = group, done = "saved", formId = "" }: GroupChange<Name>,
  changesOf: ChangesOf<Name>,
) {
  const baseVersion = Number(form.get("version") ?? 0);
  const outcome = await saveSettings(deps, { group, value, baseVersion }, by);
  if (outcome.kind === "saved") throw redirect(`/admin/settings/${page}?done=${done}`, 303);
  if (outcome.kind === "locked")
    return data<SettingsReply>(refuseForm(form, LOCKED, {}, { formId }), { status: 403 });
  form.set("version", String(outcome.version));
  const reply: SettingsReply = {
    ...refuseForm(form, changedSince("Somebody else saved this page"), {}, { formId }),
    theirs: changesOf(outcome.current, value),
  };
  return data(reply, { status: 409 });
}

export const fieldByField =
  (page: SettingsPage) =>
  (before: object, after: object): ChangeInWords[] => {
    const [old, now] = [before, after] as Record<string, unknown>[];
    return differences(before, after).map((name) => {
      const { field, value: to } = inWords(page, name, now![name]);
      return { field, from: inWords(page, name, old![name]).value, to };
    });
  };
