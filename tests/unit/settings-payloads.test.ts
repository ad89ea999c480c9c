import { beforeEach, expect, test } from "vitest";
import { saveSettings } from "#app/features/settings/save-settings.server.ts";
import type { GroupName, SettingsGroups } from "#app/features/settings/values.ts";
import { createTestDeps, type TestDeps } from "#tests/setup/deps.ts";
import { createBooking, createUser, signInAs } from "#tests/setup/factories.ts";
import { render } from "#tests/setup/rendered-site.ts";
import { SCRIPT_PAYLOADS } from "#tests/setup/script-payloads.ts";
import { browse } from "#tests/setup/site.ts";
import { REFERRER } from "#tests/setup/drafts.ts";

let deps: TestDeps;
let cookie: string;
let actorId: string;

const save = async <Name extends GroupName>(group: Name, value: SettingsGroups[Name]) => {
  const saved = await saveSettings(
    deps,
    { group, value, baseVersion: 0 },
    { actor: { kind: "staff", id: actorId }, requestId: "request-1" },
  );
  expect(saved).toEqual({ kind: "saved" });
};

/** All payloads, marked with the setting that they are in. */
const payloadsIn = (setting: string) => `[${setting}] ${SCRIPT_PAYLOADS.join(" ")}`;

/** Every text that a page sets, without its form's own checks. */
async function setEveryText() {
  const { company, assessments, prices, rules, status, mailTexts } = deps.settings.current();
  const texts = (names: string[]) => Object.fromEntries(names.map((name) => [name, payloadsIn(name)]));
  const { accent, vatFrom, ...words } = company;
  await save("company", { ...company, ...texts(Object.keys(words)), accent, vatFrom });
  const list = assessments.list.map((one) => ({ ...one, ...texts(["description"]) }));
  await save("assessments", {
    list: list.map((one, index) => ({
      ...one,
      name: `[assessment] ${SCRIPT_PAYLOADS[0]} ${index}`,
    })),
  });
  const own = {
    ...prices.lists[0]!,
    id: "own",
    validFrom: "2027-03-10",
    ...texts(["vatPhrase", "vatSentence"]),
  };
  await save("prices", { lists: [...prices.lists, own] });
  await save("rules", { ...rules, ...texts(["urgentFee", "travelFee"]) });
  await save("status", { ...status, text: payloadsIn("status"), until: "2027-12-31" });
  await save("mailTexts", { ...mailTexts, footer: payloadsIn("footer") });
}

beforeEach(async () => {
  deps = createTestDeps();
  const user = await createUser(deps, { role_id: "administrator" });
  actorId = user.id;
  ({ cookie } = await signInAs(deps, user));
  await setEveryText();
});

async function expectHarmless(path: string, settings: string[], as = "") {
  const { status, text, location } = await render(deps, path, as);
  expect([status, location], path).toEqual([200, null]);
  expect(
    SCRIPT_PAYLOADS.filter((payload) => text.includes(payload)),
    path,
  ).toEqual([]);
  expect(text, path).not.toMatch(/(href|src)="javascript:/i);
  expect(text.replaceAll(/="[^"]*"/g, ""), path).not.toMatch(/<[^>]*\s(onload|onerror|onfocus)/i);
  for (const setting of settings) {
    const shown = `[${setting}] &lt;script onload=alert(1) onerror=alert(1) src=x&gt;`;
    expect(text.includes(shown), `${setting} on ${path}`).toBe(true);
  }
}

test("no script of a setting runs on a page that visitors see", async () => {
  expect(SCRIPT_PAYLOADS.length).toBeGreaterThanOrEqual(60);
  await expectHarmless("/", ["name", "phone", "status", "hours"]);
  await expectHarmless("/booking?print=true", ["name", "phone", "tradingAddress", "vatSentence"]);
  await expectHarmless("/which-assessment", ["name"]);
  for (const path of [
    "/privacy",
    "/terms",
    "/accessibility",
    "/complaints",
    "/verify",
    "/lost-link",
    "/api/docs",
  ]) {
    await expectHarmless(path, ["name"]);
  }
  for (const path of ["/admin/login", "/customer/login"]) await expectHarmless(path, ["name"]);
});

test("no script of a setting runs in the booking form", async () => {
  const visit = browse(deps);
  let { location, cookie: own } = await visit("/", REFERRER);
  await expectHarmless(location!, ["name", "assessment", "description"], own);
  const steps: Record<string, string>[] = [
    { showVirtualPricing: "false", selectedAssessments: "capacity-will", priceList: "own" },
    { assessmentLocation: "Leeds" },
    { preferredDate: "" },
  ];
  for (const step of steps) {
    ({ location, cookie: own } = await visit(location!, step));
    await expectHarmless(location!, ["name"], own);
  }
  expect(location).toContain("/booking/steps/confirmation");
  await expectHarmless(location!, ["assessment", "vatSentence"], own);
});

test("no script of a setting runs on a booking's pages", async () => {
  const { id, token } = await createBooking(deps);
  for (const path of ["booking", "booking/confirmation", "booking/submitted"]) {
    await expectHarmless(`/${path}/${id}?token=${token}`, ["name"]);
  }
  await expectHarmless(`/referral-form/${id}/personal-details?token=${token}`, ["name"]);
  await expectHarmless(`/referral-form/${id}/print?token=${token}`, ["name"]);
});

test("no script of a setting runs on the practice's own pages, nor in their history", async () => {
  const pages: Record<string, string[]> = {
    "/admin/dashboard": [],
    "/admin/setup": [],
    "/admin/settings": [],
    "/admin/settings/company": ["name", "tradingAddress", "bankDetails"],
    "/admin/settings/prices": ["vatPhrase"],
    "/admin/settings/assessments": ["assessment", "description"],
    "/admin/settings/rules": ["urgentFee", "travelFee"],
    "/admin/settings/status": ["status"],
    "/admin/settings/mails": ["footer"],
    "/admin/settings/logo": [],
  };
  for (const [path, settings] of Object.entries(pages)) await expectHarmless(path, settings, cookie);
});

test("the company's name cannot end the structured data's script", async () => {
  const { text } = await render(deps, "/");
  const [, json] = /<script[^>]*type="application\/ld\+json"[^>]*>([^]*?)<\/script>/.exec(text)!;
  expect(json).not.toContain("<");
  expect(JSON.parse(json!)).toMatchObject({ name: payloadsIn("name") });
});
