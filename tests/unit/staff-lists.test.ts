import { expect, test } from "vitest";
import { enqueueMail } from "#app/features/outbox/enqueue-mail.server.ts";
import { registerJobHandlers } from "#app/job-handlers.server.ts";
import { createTestDeps } from "#tests/setup/deps.ts";
import { createBooking, createUser, signInAs } from "#tests/setup/factories.ts";
import { render } from "#tests/setup/rendered-site.ts";

test.each([
  ["/admin/reports", "agree the visit"],
  ["/admin/assessors", "Add the first one"],
  ["/admin/users?show=customers", "register from the link"],
  ["/admin/users?search=nobody", "Every word is looked for"],
  ["/admin/outbox", "its confirmation"],
  ["/admin/outbox?show=problems", "What could not be sent"],
  ["/admin/privacy", "Look a person up first"],
])("an empty list says what to do first: %s", async (path, words) => {
  const deps = createTestDeps();
  const { cookie } = await signInAs(deps, await createUser(deps, { role_id: "administrator" }));
  expect((await render(deps, path, cookie)).text).toContain(words);
});

test("filters of a list say how many each would show", async () => {
  const deps = createTestDeps();
  const { cookie } = await signInAs(deps, await createUser(deps, { role_id: "administrator" }));
  await createUser(deps, { role_id: "customer", email: "ann@example.org" });
  await createUser(deps, { role_id: "assessor", email: "ben@example.org", first_name: "Ben" });
  await createUser(deps, { role_id: "assessor", email: "cy@example.org", first_name: "Cy", is_active: 0 });
  const said = async (path: string) => (await render(deps, path, cookie)).text;
  expect(await said("/admin/users")).toMatch(/Staff 3\b[^]*Customers 1\b/);
  expect(await said("/admin/users?search=ann")).toMatch(/Staff 0\b[^]*Customers 1\b/);
  const inactive = await said("/admin/assessors?show=inactive");
  expect(inactive).toMatch(/All 2\b[^]*Active 1\b[^]*Inactive 1\b/);
  expect(inactive).toContain(">Cy");
  expect(inactive).not.toContain(">Ben");
});

test("a row of the outbox names the person, and small beside the name the reference", async () => {
  const deps = createTestDeps();
  registerJobHandlers(deps);
  const booking = await createBooking(deps, { client_first_name: "Harold", client_last_name: "Kowalski" });
  await enqueueMail(deps, {
    ...{ topic: "access-link", bookingId: booking.id, to: booking.referrer_email, payload: {} },
    dedupeKey: `access-link:${booking.id}`,
  });
  const { cookie } = await signInAs(deps, await createUser(deps, { role_id: "coordinator" }));
  const { text } = await render(deps, "/admin/outbox?show=waiting", cookie);
  expect(text).toMatch(/Waiting 1\b/);
  expect(text).toMatch(new RegExp(`Harold Kowalski[^]{0,30}<small>${booking.reference}</small>`));
});
