import type { Deps } from "#app/deps.server.ts";
import { inWords, type SettingsPage } from "./pages.ts";
import { differences, type ChangeInWords } from "./save-settings.server.ts";
import { seedSettings, type GroupName, type SettingsGroups } from "./values.ts";

export type HistoryRow = { version: number; at: string; who: string; changes: ChangeInWords[] };

const MOST = 20;

/** The latest changes of a group, newest first, as `changesOf` words them. */
export async function readGroupHistory<Name extends GroupName>(
  deps: Pick<Deps, "db" | "env">,
  group: Name,
  changesOf: (before: SettingsGroups[Name], after: SettingsGroups[Name]) => ChangeInWords[],
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
