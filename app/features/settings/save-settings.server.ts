import { data, redirect } from "react-router";
import type { z } from "zod";
import type { Deps } from "#app/deps.server.ts";
import { recordAudit, type Author } from "#app/features/audit/record-audit.server.ts";
import { transact } from "#app/platform/database.server.ts";
import { appendChange, newestChanges } from "./settings.server.ts";
import { seedSettings, type GroupName, type SettingsGroups } from "./values.ts";
import { parseForm, refuseForm, type FormReply } from "#app/forms/read-form.server.ts";
import { inWords, type SettingsPage } from "./pages.ts";

type SaveOutcome<Name extends GroupName> =
  | { kind: "saved" }
  | { kind: "locked" }
  /** Somebody else saved since the page was loaded: nothing was written. */
  | { kind: "conflict"; current: SettingsGroups[Name]; version: number };

/** Saves a whole group with its audit row. `baseVersion` is the version that the page showed (0 for none), so that
 * nobody overwrites what they have not seen. */
export async function saveSettings<Name extends GroupName>(
  deps: Deps,
  change: { group: Name; value: SettingsGroups[Name]; baseVersion: number },
  by: Author,
): Promise<SaveOutcome<Name>> {
  if (deps.env.SETTINGS_LOCKED === "on") return { kind: "locked" };
  const { group, value, baseVersion } = change;
  const outcome = await transact(deps.db, async (trx): Promise<SaveOutcome<Name>> => {
    const row = (await newestChanges(trx)).find(({ group_name }) => group_name === group);
    const fallback = seedSettings(deps.env)[group];
    const current = { ...fallback, ...(row && (JSON.parse(row.value) as object)) };
    const version = row?.version ?? 0;
    if (version !== baseVersion) return { kind: "conflict", current, version };
    const changedFields = differences(current, value);
    if (changedFields.length === 0) return { kind: "saved" };
    if (!(await appendChange(trx, deps.clock, group, value, by.actor.id)))
      return { kind: "conflict", current, version };
    await recordAudit(trx, deps, by, "settings.changed", ["settings", group], { changedFields });
    return { kind: "saved" };
  });
  await deps.settings.reload();
  return outcome;
}

export function differences(before: object, after: object): string[] {
  const [old, now] = [before, after] as Record<string, unknown>[];
  const names = [...new Set([...Object.keys(old!), ...Object.keys(now!)])];
  return names.filter((name) => JSON.stringify(old![name]) !== JSON.stringify(now![name]));
}

const LOCKED = "These pages are read-only (SETTINGS_LOCKED). Nothing was saved.";

/** Reads the form of a settings page, whose empty fields and boxes that are not ticked count. */
export const readSettings = <Schema extends z.ZodType>(form: FormData, schema: Schema, checked = "form") =>
  parseForm(form, schema, `Nothing was saved. Please check the ${checked}.`, { isRaw: true });

type GroupChange<Name extends GroupName> = {
  group: Name;
  value: SettingsGroups[Name];
  page?: string;
  /** Names the form on a page with several. */
  formId?: string;
};

type ChangeInWords = { field: string; from: string; to: string };

/** Says in words what differs between two values of a group. */
export type ChangesOf<Name extends GroupName> = (
  before: SettingsGroups[Name],
  after: SettingsGroups[Name],
) => ChangeInWords[];

export type SettingsReply = FormReply & {
  /** From what somebody else saved meanwhile to what was typed. */
  theirs?: ChangeInWords[];
};

/** Saves a group read from `form` and goes back to its page; else 403 when locked, or 409 with what differs, which
 * `changesOf` says. */
export async function saveGroup<Name extends GroupName>(
  { deps, by }: { deps: Deps; by: Author },
  form: FormData,
  { group, value, page = group, formId = "" }: GroupChange<Name>,
  changesOf: ChangesOf<Name>,
) {
  const baseVersion = Number(form.get("baseVersion") ?? 0);
  const outcome = await saveSettings(deps, { group, value, baseVersion }, by);
  if (outcome.kind === "saved") throw redirect(`/admin/settings/${page}?done=saved`, 303);
  if (outcome.kind === "locked")
    return data<SettingsReply>(refuseForm(form, LOCKED, {}, { formId }), { status: 403 });
  form.set("baseVersion", String(outcome.version));
  const reply: SettingsReply = {
    ...refuseForm(form, "Somebody else has saved this page meanwhile. Nothing was saved.", {}, { formId }),
    theirs: changesOf(outcome.current, value),
  };
  return data(reply, { status: 409 });
}

export type HistoryRow = { version: number; at: string; who: string; changes: ChangeInWords[] };

const MOST = 20;

/** The latest changes of a group, newest first, as `changesOf` words them. */
export async function readGroupHistory<Name extends GroupName>(
  deps: Pick<Deps, "db" | "env">,
  group: Name,
  changesOf: ChangesOf<Name>,
  nameOf: (userId: string) => string,
): Promise<HistoryRow[]> {
  const rows = await deps.db
    .selectFrom("settings_changes")
    .selectAll()
    .where("group_name", "=", group)
    .orderBy("version", "desc")
    .limit(MOST + 1)
    .execute();
  const seed = seedSettings(deps.env)[group];
  const values = rows.map(({ value }) => ({ ...seed, ...(JSON.parse(value) as object) }));
  return rows.slice(0, MOST).map((row, index) => {
    const after = values[index]!;
    const before = values[index + 1] ?? seed;
    return {
      version: row.version,
      at: row.changed_at,
      who: row.actor_id === null ? "The environment, at the first start" : nameOf(row.actor_id),
      changes: changesOf(before, after),
    };
  });
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

export async function wasSetByStaff(deps: Pick<Deps, "db">, group: GroupName): Promise<boolean> {
  const row = await deps.db
    .selectFrom("settings_changes")
    .select("version")
    .where("group_name", "=", group)
    .where("actor_kind", "=", "staff")
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
