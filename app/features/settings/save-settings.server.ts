import type { Deps } from "#app/deps.server.ts";
import { recordAudit, type ActedByRequest } from "#app/features/audit/record-audit.server.ts";
import { transact } from "#app/platform/database.server.ts";
import { appendChange, newestChanges } from "./settings.server.ts";
import { seedSettings } from "./seed.ts";
import type { GroupName, SettingsGroups } from "./values.ts";

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
  by: ActedByRequest,
): Promise<SaveOutcome<Name>> {
  if (deps.env.SETTINGS_LOCKED === "on") return { kind: "locked" };
  const { group, value, baseVersion } = change;
  const outcome = await transact(deps, async (inside): Promise<SaveOutcome<Name>> => {
    const row = (await newestChanges(inside.db)).find(({ group_name }) => group_name === group);
    const fallback = seedSettings(deps.env)[group];
    const current = { ...fallback, ...(row && (JSON.parse(row.value) as object)) };
    const version = row?.version ?? 0;
    if (version !== baseVersion) return { kind: "conflict", current, version };
    const changedFields = differences(current, value);
    // Staff confirm the environment's or the built-in values by saving them unchanged.
    if (changedFields.length === 0 && row && row.actor_id !== null) return { kind: "saved" };
    if (!(await appendChange(inside.db, deps.clock, group, value, by.actor.id)))
      return { kind: "conflict", current, version };
    await recordAudit(inside, by, "settings.changed", ["settings", group], { changedFields });
    return { kind: "saved" };
  });
  await deps.settings.reload();
  return outcome;
}

/** Names of the fields whose values differ. */
export function differences(before: object, after: object): string[] {
  const [old, now] = [before, after] as Record<string, unknown>[];
  const names = [...new Set([...Object.keys(old!), ...Object.keys(now!)])];
  return names.filter((name) => JSON.stringify(old![name]) !== JSON.stringify(now![name]));
}

/** True when a member of staff has saved this group at least once. */
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
