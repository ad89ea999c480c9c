import type { Deps } from "#app/deps.server.ts";
import { staffNames } from "#app/features/accounts/queries.server.ts";
import { groupVersion, readGroupHistory, type ChangeInWords } from "#app/features/settings/history.server.ts";
import type { GroupName, SettingsGroups } from "#app/features/settings/values.ts";

/** What every settings page shows beside its form. Reads the settings anew, so that the form shows the latest. */
export async function readSettingsPage<Name extends GroupName>(
  deps: Pick<Deps, "db" | "env" | "settings">,
  request: Request,
  group: Name,
  changesOf: (before: SettingsGroups[Name], after: SettingsGroups[Name]) => ChangeInWords[],
) {
  await deps.settings.reload();
  return {
    version: await groupVersion(deps, group),
    history: await readGroupHistory(deps, group, changesOf, await staffNames(deps)),
    isLocked: deps.env.SETTINGS_LOCKED === "on",
    isSaved: new URL(request.url).searchParams.get("done") === "saved",
  };
}
