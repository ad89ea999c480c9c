import type { Deps } from "#app/deps.server.ts";
import { staffNames } from "#app/features/accounts/session/queries.server.ts";
import { groupChanges, newestVersion } from "#app/features/settings/settings.server.ts";
import { seedSettings } from "#app/features/settings/seed.ts";
import type { GroupName, SettingsGroups } from "#app/features/settings/values.ts";
import type { ChangeInWords, ChangesOf } from "./save-group.server.ts";

export type HistoryRow = { version: number; at: string; who: string; changes: ChangeInWords[] };

export const HISTORY_ROWS = 20;

type HistoryOptions<Name extends GroupName> = {
  group: Name;
  changesOf: ChangesOf<Name>;
  /** The page shows a part of its group: changes of other parts are left out. */
  isPart?: boolean;
};

/** A page of a group's history, newest first: `HISTORY_ROWS` changes before the version `before`, if there is one.
 * `earlier` is what to give as `before` for the next page; null on the last one. The first row of all says nothing of
 * what was before it, except that staff changed what is built in. */
export async function readHistory<Name extends GroupName>(
  deps: Pick<Deps, "db" | "env">,
  { group, changesOf, isPart = false }: HistoryOptions<Name>,
  nameOf: (userId: string) => string,
  before: number | null = null,
): Promise<{ rows: HistoryRow[]; earlier: number | null }> {
  const seed = seedSettings(deps.env)[group];
  const valueOf = (row: { value: string }) => ({
    ...seed,
    ...(JSON.parse(row.value) as SettingsGroups[Name]),
  });
  const rows: HistoryRow[] = [];
  for (let from = before; ;) {
    const changes = await groupChanges(deps.db, group, from, HISTORY_ROWS + 1);
    for (const [index, row] of changes.slice(0, HISTORY_ROWS).entries()) {
      const previous = changes[index + 1];
      const isByEnvironment = row.actor_id === null;
      const differing =
        !previous && isByEnvironment ? [] : changesOf(previous ? valueOf(previous) : seed, valueOf(row));
      if (isPart && differing.length === 0) continue;
      if (rows.length === HISTORY_ROWS) return { rows, earlier: rows.at(-1)!.version };
      rows.push({
        version: row.version,
        at: row.changed_at,
        who: isByEnvironment ? "The environment, at the first start" : nameOf(row.actor_id!),
        changes: differing,
      });
    }
    if (changes.length <= HISTORY_ROWS) return { rows, earlier: null };
    from = changes[HISTORY_ROWS - 1]!.version;
  }
}

/** Data of every settings page besides its form. Reads the settings again, so that the form shows the latest;
 * `?before=` in the address turns the history's pages. */
export async function readSettingsPage<Name extends GroupName>(
  deps: Deps,
  request: Request,
  options: HistoryOptions<Name>,
) {
  // Read before the settings: a save in between then leads to a conflict, and is not overwritten unseen.
  const version = await newestVersion(deps.db, options.group);
  const asked = new URL(request.url).searchParams.get("before") ?? "";
  const before = /^\d{1,9}$/.test(asked) ? Number(asked) : null;
  const { rows, earlier } = await readHistory(deps, options, await staffNames(deps), before);
  await deps.settings.reload();
  return {
    version,
    history: { rows, earlier, isLatest: before === null },
    isLocked: deps.env.SETTINGS_LOCKED === "on",
  };
}
