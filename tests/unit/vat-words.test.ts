import { beforeEach, describe, expect, test } from "vitest";
import { isVatRegistered } from "#app/features/settings/offer.ts";
import { appendChange } from "#app/features/settings/settings.server.ts";
import { enqueueMail } from "#app/features/outbox/enqueue-mail.server.ts";
import { createTestDeps, type TestDeps } from "#tests/setup/deps.ts";
import { createBooking, createUser, signInAs } from "#tests/setup/factories.ts";
import { runDueJobs } from "#tests/setup/jobs.ts";
import { registerForVat } from "#tests/setup/own-invoices.ts";
import { render } from "#tests/setup/rendered-site.ts";

/** Words for a practice that is registered for VAT. */
const CLAIM = /includ\w* VAT|VAT included|inclusive of VAT|VAT number GB/i;

let deps: TestDeps;
beforeEach(() => {
  deps = createTestDeps();
});

/** Everything that says a price to a visitor, a customer or a program, by its address. */
async function everythingSaid() {
  const { id, token } = await createBooking(deps);
  const { cookie } = await signInAs(deps, await createUser(deps, { role_id: "administrator" }));
  const paths = [
    ...["/", "/booking?print=true", "/terms", "/which-assessment", "/api/openapi.json", "/api/assessments"],
    ...["confirmation", "submitted"].map((page) => `/booking/${page}/${id}?token=${token}`),
    ...[`/booking/${id}?token=${token}`, `/admin/bookings/${id}`, "/admin/bookings/new"],
  ];
  const said = new Map<string, string>();
  for (const path of paths) said.set(path, (await render(deps, path, cookie)).text);
  await enqueueMail(deps, {
    topic: "booking-confirmation",
    bookingId: id,
    to: "ann@example.org",
    payload: {},
    dedupeKey: `confirmation:${id}`,
  });
  await runDueJobs(deps);
  said.set("mail", deps.sentMails.at(-1)!.text);
  return said;
}

const claiming = async () => {
  const said = await everythingSaid();
  return [...said].filter(([, text]) => CLAIM.test(text)).map(([path]) => path.replace(/[\w-]{36}.*/, ""));
};

describe("that a price includes VAT", () => {
  test("is said nowhere by a practice without a VAT number", async () => {
    expect(await claiming()).toEqual([]);
    expect((await render(deps, "/")).text).toContain("with no VAT");
  });

  test("is said wherever a price is said by one that is registered", async () => {
    await registerForVat(deps);
    const where = ["/", "/booking?print=true", "/terms", "/api/openapi.json", "/api/assessments"];
    expect(await claiming()).toEqual(expect.arrayContaining([...where, "/booking/confirmation/", "mail"]));
  });

  test("is said from the first day of the registration, and of no booking before it", async () => {
    await registerForVat(deps, { vatFrom: "2027-03-11" });
    expect(await claiming()).toEqual([]);
    const before = await createBooking(deps);
    deps.clock.set("2027-03-11T00:00:00.000Z");
    expect(await claiming()).toContain("/");
    const { text } = await render(deps, `/booking/confirmation/${before.id}?token=${before.token}`);
    expect(text).not.toMatch(/includ\w* VAT/i);
  });
});

test.each([
  ["", "", "2027-03-10", false],
  ["GB123456782", "", "2027-03-10", true],
  ["GB123456782", "2027-03-11", "2027-03-10", false],
  ["GB123456782", "2027-03-10", "2027-03-10", true],
])("number %j from %j is registered on %s: %s", (vatNumber, vatFrom, day, isRegistered) =>
  expect(isVatRegistered({ vatNumber, vatFrom }, day)).toBe(isRegistered),
);

test("a travel rule with a figure is said, and no longer that fees may apply", async () => {
  const may = "Travel fees may apply outside our standard coverage area.";
  const paths = ["/", "/booking?print=true", "/terms"];
  for (const path of paths) expect((await render(deps, path)).text, path).toContain(may);
  const { charges } = deps.settings.current();
  await appendChange(deps.db, deps.clock, "charges", { ...charges, freeMiles: 20, milePence: 55 }, null);
  await deps.settings.reload();
  for (const path of paths) {
    const { text } = await render(deps, path);
    expect(text, path).toContain("Travel: 20 miles are free, then £0.55 a mile.");
    expect(text, path).not.toContain("Travel fees may apply");
  }
});
