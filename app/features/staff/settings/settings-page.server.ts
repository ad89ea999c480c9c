import type { Deps } from "#app/deps.server.ts";
import { staffNames } from "#app/features/accounts/session/queries.server.ts";
import { readGroupHistory, type ChangesOf } from "#app/features/settings/save-settings.server.ts";
import type { GroupName } from "#app/features/settings/values.ts";

/** What every settings page shows beside its form. Reads the settings anew, so that the form shows the latest. */
export async function readSettingsPage<Name extends GroupName>(
  deps: Deps,
  group: Name,
  changesOf: ChangesOf<Name>,
) {
  // Read before the settings: a save in between then leads to a conflict, and is not overwritten unseen.
  const history = await readGroupHistory(deps, group, changesOf, await staffNames(deps));
  await deps.settings.reload();
  return {
    version: history[0]?.version ?? 0,
    history,
    isLocked: deps.env.SETTINGS_LOCKED === "on",
  };
}
