import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { registerForVat } from "#tests/setup/own-invoices.ts";
import { createTestDeps } from "#tests/setup/deps.ts";
import { createUser } from "#tests/setup/factories.ts";
import { runDueJobs } from "#tests/setup/jobs.ts";
import { sendTest } from "#app/features/mail/texts/mail-texts.server.ts";
import { appendChange } from "#app/features/settings/settings.server.ts";
import { saveSettings } from "#app/features/settings/save-settings.server.ts";
import { lastVerified, recordVerified } from "#app/platform/backup/backup-folder.server.ts";
import type { IsoDate } from "#app/platform/dates.ts";
import { takeBackup } from "#app/platform/backup/take-backup.server.ts";
import { readSetup } from "./read-setup.server.ts";

test("the first steps are done when they are done, and not before", async () => {
  const deps = createTestDeps();
  const { id } = await createUser(deps, { role_id: "administrator" });
  const done = async () => (await readSetup(deps)).map(({ isDone }) => isDone).slice(0, 9);
  expect(await done()).toEqual([false, false, false, false, false, false, false, false, false]);
  const { company, prices } = deps.settings.current();
  const by = { actor: { kind: "staff", id }, requestId: "r" } as const;
  await saveSettings(deps, { group: "company", value: { ...company, name: "Cartref" }, baseVersion: 0 }, by);
  const list = { ...prices.lists[0]!, id: "own", validFrom: "2027-03-10" };
  const value = { lists: [...prices.lists, list] };
  await saveSettings(deps, { group: "prices", value, baseVersion: 0 }, by);
  await sendTest(deps, "access-link", "ann@example.org");
  expect(await done()).toEqual([true, true, false, false, false, false, false, false, false]);
  await runDueJobs(deps);
  const enabled = deps.clock.now().toISOString();
  await createUser(deps, { role_id: "administrator", totp_enabled_at: enabled });
  expect(await done()).toEqual([true, true, false, false, true, false, true, false, false]);
  await deps.db.updateTable("users").set({ totp_enabled_at: enabled }).where("id", "=", id).execute();
  expect((await done())[7]).toBe(true);
  const { checks } = deps.settings.current();
  const checked = { ...checks, easyReadBy: "Ann Ely", easyReadOn: "2027-03-01" };
  await saveSettings(deps, { group: "checks", value: checked, baseVersion: 0 }, by);
  expect((await done())[8]).toBe(true);
  const { invoices } = deps.settings.current();
  const here = { ...invoices, maker: "here" as const };
  await saveSettings(deps, { group: "invoices", value: here, baseVersion: 0 }, by);
  expect((await done())[3], "without bank details, nobody can pay").toBe(false);
  const bank = { ...deps.settings.current().company, bankDetails: "Sort code 00-00-00, account 12345678" };
  await saveSettings(deps, { group: "company", value: bank, baseVersion: 1 }, by);
  expect((await done())[3]).toBe(true);
  await appendChange(deps.db, deps.clock, "invoices", { ...here, maker: "xero" }, id);
  await deps.settings.reload();
  expect((await done())[3], "Xero cannot make them without its keys").toBe(false);
});

test("whether the practice is registered for VAT is a step, by its number or by a price list without VAT", async () => {
  const deps = createTestDeps();
  const step = async () => (await readSetup(deps)).find(({ title }) => title.includes("VAT"))!.isDone;
  expect(await step()).toBe(false);
  await registerForVat(deps, { vatFrom: "2027-04-01" });
  expect(await step(), "registered from a day to come").toBe(true);
  await registerForVat(deps, { vatNumber: "" });
  expect(await step()).toBe(false);
  const lists = [{ ...deps.settings.current().prices.lists[0]!, vatRate: 0 }];
  await appendChange(deps.db, deps.clock, "prices", { lists }, null);
  await deps.settings.reload();
  expect(await step()).toBe(true);
});

test("assessors, logo and closed days are steps, too", async () => {
  const deps = createTestDeps();
  const { id } = await createUser(deps, { role_id: "administrator" });
  const done = async () => (await readSetup(deps)).map(({ isDone }) => isDone).slice(9);
  expect(await done()).toEqual([false, false, false]);
  await createUser(deps, { role_id: "assessor", is_active: 0 });
  expect((await done())[0], "nobody who can be asked").toBe(false);
  await createUser(deps, { role_id: "assessor" });
  const by = { actor: { kind: "staff", id }, requestId: "r" } as const;
  const { logo, rules } = deps.settings.current();
  await saveSettings(deps, { group: "logo", value: { ...logo, png: "aGk=" }, baseVersion: 0 }, by);
  const closed = { ...rules, closedDays: ["2027-12-27" as IsoDate] };
  await saveSettings(deps, { group: "rules", value: closed, baseVersion: 0 }, by);
  expect(await done()).toEqual([true, true, true]);
});

test("a backup counts once it was verified, not when it was made", async () => {
  const deps = createTestDeps();
  const step = async () => (await readSetup(deps))[5]!;
  expect((await step()).about).toContain("A backup is made every night");
  const { file, sidecar } = await takeBackup(deps);
  expect(await step()).toMatchObject({ isDone: false, about: expect.stringContaining("10 March 2027") });
  await recordVerified(deps, file);
  const { name } = sidecar.archive;
  expect(await step()).toMatchObject({
    isDone: true,
    about: `${name} was verified on Wednesday 10 March 2027.`,
  });
  writeFileSync(join(deps.env.BACKUP_DIR, "last-verified.json"), "{");
  expect(lastVerified(deps.env)).toBeNull();
});
