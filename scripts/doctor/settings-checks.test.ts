import { expect, test } from "vitest";
import { saveSettings } from "#app/features/settings/save-settings.server.ts";
import { seedFromEnvironment } from "#app/features/settings/settings.server.ts";
import { createTestDeps } from "#tests/setup/deps.ts";
import { createUser } from "#tests/setup/factories.ts";
import { checkSettings } from "./settings-checks.ts";

test("says where the settings' pages differ from the environment, and nothing where they agree", async () => {
  const deps = createTestDeps();
  await seedFromEnvironment(deps);
  expect((await checkSettings(deps.env, deps.db)).map(({ what }) => what)).toEqual([
    "Settings and environment agree",
  ]);
  const { id } = await createUser(deps, { role_id: "administrator" });
  const { company } = deps.settings.current();
  await saveSettings(
    deps,
    { group: "company", value: { ...company, phone: "029 2018 0000" }, baseVersion: 1 },
    { actor: { kind: "staff", id }, requestId: "request-1" },
  );
  expect((await checkSettings(deps.env, deps.db)).map(({ what }) => what)).toEqual([
    `Company: Phone number is “029 2018 0000”; the environment says “${deps.env.CONTACT_PHONE}”`,
  ]);
});

test("says which text was changed after somebody checked it", async () => {
  const deps = createTestDeps();
  const { checks } = deps.settings.current();
  const value = {
    ...checks,
    easyReadBy: "Ann Ely",
    easyReadOn: "2026-11-01",
    welshBy: "Rhys",
    welshOn: "2027-01-01",
  };
  const by = { actor: { kind: "staff" as const, id: null }, requestId: "request-1" };
  await saveSettings(deps, { group: "checks", value, baseVersion: 0 }, by);
  const changed = (await checkSettings(deps.env, deps.db)).filter(({ what }) =>
    what.startsWith("Checked texts"),
  );
  expect(changed.map(({ what }) => what)).toEqual([
    "Checked texts: “Letter in easy read” was changed after it was checked",
  ]);
});
