import { beforeEach, expect, test } from "vitest";
import { saveSettings } from "#app/features/settings/save-settings.server.ts";
import { bookingToken } from "#app/features/booking/record/guards.server.ts";
import { createTestDeps, type TestDeps } from "#tests/setup/deps.ts";
import { createBooking, createJob, createUser, signInAs } from "#tests/setup/factories.ts";
import { render } from "#tests/setup/rendered-site.ts";

/** Pages that say a thing once, and the important thing first. */

let deps: TestDeps;
beforeEach(() => {
  deps = createTestDeps();
});

const times = (text: string, words: string) => text.split(words).length - 1;

test.each(["personal-details", "property-finance", "health-welfare"])(
  "a referral form with many long texts says once where to turn in danger: %s",
  async (step) => {
    const booking = await createBooking(deps, {}, [
      { assessment_id: "property-finance", name: "Property and Finance", price_pence: 59_500 },
      { assessment_id: "health-welfare", name: "Health and Welfare", price_pence: 59_500 },
    ]);
    const page = `/referral-form/${booking.id}/${step}?token=${bookingToken(deps, booking)}`;
    const { text } = await render(deps, page);
    expect(times(text, "<textarea")).toBeGreaterThan(1);
    expect(times(text, "call 999")).toBe(1);
  },
);

test("the outbox begins with what needs attention, and shows it once", async () => {
  const { cookie } = await signInAs(deps, await createUser(deps, { role_id: "coordinator" }));
  for (const key of ["a", "b", "c"]) await createJob(deps, key);
  const idOf = async (key: string) =>
    (await deps.db.selectFrom("outbox").select("id").where("dedupe_key", "=", key).executeTakeFirstOrThrow())
      .id;
  expect((await render(deps, "/admin/outbox", cookie)).text).not.toContain("Everything else");
  await deps.db.updateTable("outbox").set({ state: "failed" }).where("dedupe_key", "=", "a").execute();
  const { text } = await render(deps, "/admin/outbox", cookie);
  const link = `href="/admin/outbox/${await idOf("a")}"`;
  expect(times(text, link)).toBe(1);
  expect(text.indexOf(link)).toBeLessThan(text.indexOf("Everything else"));
  expect(text.indexOf("Everything else")).toBeLessThan(text.indexOf(await idOf("b")));
});

test("the first page says where assessors are registered and what a report looks like, once Settings has it", async () => {
  const before = await render(deps, "/");
  expect(before.text).not.toContain("Our assessors are registered");
  expect(before.text).not.toContain("What a report looks like");
  const { id } = await createUser(deps, { role_id: "administrator" });
  const value = {
    ...deps.settings.current().company,
    registers: "Social Work England",
    sampleReportUrl: "https://example.org/sample.pdf",
    companyNumber: "01234567",
    icoNumber: "ZA123456",
  };
  const by = { actor: { kind: "staff" as const, id }, requestId: "request-1" };
  expect(await saveSettings(deps, { group: "company", value, baseVersion: 0 }, by)).toEqual({
    kind: "saved",
  });
  const { text } = await render(deps, "/");
  expect(text).toContain("Our assessors are registered with Social Work England.");
  expect(text).toContain('<a href="https://example.org/sample.pdf">What a report looks like</a>');
  expect(text).toContain("Company number 01234567");
  expect(text).toContain("ICO registration ZA123456");
});

test.each([
  ["/admin/login", "Staff login"],
  ["/customer/login", "Customer login"],
])("%s asks who signs in, and marks its own answer", async (page, own) => {
  const { text } = await render(deps, page);
  const [, asked = ""] = /<nav[^>]*aria-label="Who signs in"[^>]*>(.*?)<\/nav>/s.exec(text) ?? [];
  expect(asked).toContain('href="/customer/login"');
  expect(asked).toContain('href="/admin/login"');
  expect(asked).toMatch(new RegExp(`aria-current="page"[^>]*>${own}<`));
});
