import { CHECKED_TEXTS, outdatedChecks } from "#app/features/settings/checked-texts.ts";
import { inWords, SETTINGS_PAGES } from "#app/features/settings/pages.ts";
import { differences } from "#app/features/settings/save-settings.server.ts";
import { createSettings, newestChanges } from "#app/features/settings/settings.server.ts";
import { seedSettings } from "#app/features/settings/seed.ts";
import { SEEDED_GROUPS } from "#app/features/settings/values.ts";
import type { Db } from "#app/platform/database.server.ts";
import type { Env } from "#app/platform/env.server.ts";
import { good, note, type Finding } from "./finding.ts";

/** Warns where saved settings overrule the environment, and where a text was changed after somebody checked it. */
export async function checkSettings(env: Env, db: Db): Promise<Finding[]> {
  const settings = createSettings({ env, db });
  await settings.reload();
  const [seed, saved] = [seedSettings(env), settings.current()];
  const known = new Set((await newestChanges(db)).map((row) => row.group_name));
  const findings = SEEDED_GROUPS.filter((group) => known.has(group)).flatMap((group) => {
    const [environment, page] = [seed[group], saved[group]] as unknown as Record<string, unknown>[];
    const spec = SETTINGS_PAGES[group];
    return differences(environment!, page!)
      .filter((name) => environment![name] !== "")
      .map((name) => {
        const { field, value } = inWords(spec, name, page![name]);
        const own = inWords(spec, name, environment![name]).value;
        return note(
          `${spec.title}: ${field} is “${value}”; the environment says “${own}”`,
          "The settings page has the say. Change it there, or bring the environment into line.",
        );
      });
  });
  const outdated = outdatedChecks(saved.checks).map((text) =>
    note(
      `Checked texts: “${CHECKED_TEXTS[text].name}” was changed after it was checked`,
      "Have it checked again, and enter the name and the day under Settings, Checked texts.",
    ),
  );
  return [...(findings.length > 0 ? findings : [good("Settings and environment agree")]), ...outdated];
}
