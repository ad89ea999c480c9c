import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { registerForVat } from "#tests/setup/own-invoices.ts";
import { createTestDeps, type TestDeps } from "#tests/setup/deps.ts";
import { createBooking, createUser, signInAs } from "#tests/setup/factories.ts";
import { render } from "#tests/setup/rendered-site.ts";
import { createAssessor } from "#tests/setup/visits.ts";
import { createRule } from "#tests/setup/pay.ts";
import type { GroupName, SettingsGroups } from "#app/features/settings/values.ts";
import { runDueJobs } from "#tests/setup/jobs.ts";
import { sendTest } from "#app/features/mail/texts/mail-texts.server.ts";
import { appendChange, newestVersion } from "#app/features/settings/settings.server.ts";
import { saveSettings } from "#app/features/settings/save-settings.server.ts";
import { lastVerified, recordVerified } from "#app/platform/backup/backup-folder.server.ts";
import type { IsoDate } from "#app/platform/dates.ts";
import { takeBackup } from "#app/platform/backup/take-backup.server.ts";
import { nextStep, readSetup, stepsLeft } from "./read-setup.server.ts";

async function stepsDone(deps: TestDeps) {
  return (await readSetup(deps)).filter(({ isDone }) => isDone).map(({ title }) => title);
}

test("the first steps are done when they are done, and not before, in the order of need", async () => {
  const deps = createTestDeps({ SMTP_URL: "smtp://mail.example.org" });
  const { id } = await createUser(deps, { role_id: "administrator" });
  const by = { actor: { kind: "staff", id }, requestId: "r" } as const;
  const save = async <Name extends GroupName>(group: Name, change: Partial<SettingsGroups[Name]>) => {
    const value = { ...deps.settings.current()[group], ...change };
    await saveSettings(deps, { group, value, baseVersion: await newestVersion(deps.db, group) }, by);
  };
  expect(await stepsDone(deps)).toEqual([]);
  const isNext = async (step: string) => {
    expect((await stepsLeft(deps))[0]?.title).toBe(step);
  };
  await save("company", { name: "Cartref" });
  await isNext("Enter your company's name and address");
  await save("company", { tradingAddress: "1 High Street\nLeeds" });
  await isNext("Give your legal information");
  await save("company", { icoNumber: "ZA123456" });
  await isNext("Make your price list");
  const list = { ...deps.settings.current().prices.lists[0]!, id: "own", validFrom: "2027-03-10" };
  await save("prices", { lists: [...deps.settings.current().prices.lists, list] });
  await isNext("Say whether you are registered for VAT");
  await save("company", { vatNumber: "GB123456782" });
  await isNext("Say how invoices are made");
  await save("invoices", { maker: "here" });
  await isNext("Enter your bank details for invoices");
  await save("company", { bankDetails: "Sort code 00-00-00, account 12345678" });
  await isNext("Add your assessors, with their hours");
  await createUser(deps, { role_id: "assessor" });
  await isNext("Add your assessors, with their hours");
  await createAssessor(deps);
  await isNext("Say what assessors earn");
  await createRule(deps);
  await isNext("Say what may be charged beyond the price");
  await save("charges", {});
  await isNext("Send yourself a test mail");
  await sendTest(deps, "access-link", "ann@example.org");
  await runDueJobs(deps);
  await isNext("Verify a backup");
  await recordVerified(deps, (await takeBackup(deps)).file);
  expect(await stepsLeft(deps)).toEqual([]);
  await appendChange(
    deps.db,
    deps.clock,
    "invoices",
    { ...deps.settings.current().invoices, maker: "xero" },
    id,
  );
  await deps.settings.reload();
  await isNext("Say how invoices are made");
});

test("a test mail that became a file is no mail that works", async () => {
  const deps = createTestDeps();
  await sendTest(deps, "access-link", "ann@example.org");
  await runDueJobs(deps);
  const step = (await readSetup(deps)).find(({ title }) => title === "Send yourself a test mail")!;
  expect(step).toMatchObject({ isDone: false, about: expect.stringContaining("SMTP_URL") });
});

test("settings that are managed elsewhere are steps that are done", async () => {
  expect(await stepsDone(createTestDeps({ SETTINGS_LOCKED: "on" }))).toContain("Make your price list");
});

test("after a save the page names the next step, until none is left", async () => {
  const deps = createTestDeps();
  const at = async (path: string) =>
    (await nextStep(deps, new URL(path, "https://office.example")))?.title ?? null;
  expect(await at("/admin/settings/company?done=saved")).toBe("Enter your company's name and address");
  expect(await at("/admin/pay/rules?done=rule")).not.toBeNull();
  expect(await at("/admin/settings/company")).toBeNull();
  expect(await at("/admin/bookings/1?done=status")).toBeNull();
});

test("a new practice reads what to do first, where there would be zeros", async () => {
  const deps = createTestDeps();
  const { cookie } = await signInAs(deps, await createUser(deps, { role_id: "administrator" }));
  const text = async (path: string) => (await render(deps, path, cookie)).text;
  expect(await text("/admin/dashboard")).toMatch(/Before your first booking.*name and address.*legal/s);
  expect(await text("/admin/settings")).toMatch(/First steps: \d+ left/);
  expect(await text("/admin/settings/company?done=saved")).toContain("Next of your first steps");
  expect(await text("/admin/calendar")).toContain("no assessor has hours");
  await createAssessor(deps);
  expect(await text("/admin/calendar")).toContain("There is no booking yet");
  const statistics = await text("/admin/statistics");
  expect(statistics).toContain("There is no booking yet");
  expect(statistics).not.toContain("£0");
  await createBooking(deps);
  expect(await text("/admin/calendar")).not.toContain("There is no booking yet");
  expect(await text("/admin/statistics")).toContain("Bookings by month");
  expect(await text("/admin/dashboard")).toMatch(/First steps: \d+ left/);
});

test("second Administrator, second factor, checked texts, logo and closed days are steps for later", async () => {
  const deps = createTestDeps();
  const { id } = await createUser(deps, { role_id: "administrator" });
  const by = { actor: { kind: "staff", id }, requestId: "r" } as const;
  const enabled = deps.clock.now().toISOString();
  await createUser(deps, { role_id: "administrator", totp_enabled_at: enabled });
  expect(await stepsDone(deps)).toEqual(["Add a second Administrator"]);
  await deps.db.updateTable("users").set({ totp_enabled_at: enabled }).where("id", "=", id).execute();
  const { logo, rules, checks } = deps.settings.current();
  const checked = { ...checks, easyReadBy: "Ann Ely", easyReadOn: "2027-03-01" };
  await saveSettings(deps, { group: "checks", value: checked, baseVersion: 0 }, by);
  await saveSettings(deps, { group: "logo", value: { ...logo, png: "aGk=" }, baseVersion: 0 }, by);
  const closed = { ...rules, closedDays: ["2027-12-27" as IsoDate] };
  await saveSettings(deps, { group: "rules", value: closed, baseVersion: 0 }, by);
  expect(await stepsDone(deps)).toEqual(
    (await readSetup(deps)).filter(({ isNeeded }) => !isNeeded).map(({ title }) => title),
  );
});

test("whether the practice is registered for VAT is a step, by its number or by a price list without VAT", async () => {
  const deps = createTestDeps();
  const step = async () => (await readSetup(deps)).find(({ title }) => title.includes("for VAT"))!.isDone;
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

test("a backup counts once it was verified, not when it was made", async () => {
  const deps = createTestDeps();
  const step = async () => (await readSetup(deps)).find(({ title }) => title === "Verify a backup")!;
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
