import { expect, test } from "vitest";
import { createTestDeps, testContext } from "#tests/setup/deps.ts";
import { ERASED } from "#app/features/data-protection/restriction.ts";
import { createBooking, createUser, signInAs } from "#tests/setup/factories.ts";
import { render } from "#tests/setup/rendered-site.ts";
import { loader } from "./booking-link.ts";

test.each(["01a1fbec-e87f", "\u{1f600}", "a/b"])(
  "GET with the id %s leads to the booking's page",
  async (bookingId) => {
    const deps = createTestDeps();
    const { cookie } = await signInAs(deps, await createUser(deps, { role_id: "coordinator" }));
    const url = new URL("http://localhost/admin/bookings/x/link");
    const request = new Request(url, { headers: { Cookie: cookie } });
    const args = { request, url, params: { bookingId }, pattern: url.pathname, context: testContext(deps) };
    const thrown: unknown = await loader(args).catch((error: unknown) => error);
    expect((thrown as Response).headers.get("Location")).toBe(
      `/admin/bookings/${encodeURIComponent(bookingId)}`,
    );
  },
);

test("no link is said to be on its way to somebody who was erased", async () => {
  const deps = createTestDeps();
  const { cookie } = await signInAs(deps, await createUser(deps, { role_id: "coordinator" }));
  const { id } = await createBooking(deps, { referrer_email: "", referrer_email_key: "" });
  const answer = await render(deps, `/admin/bookings/${id}/link`, cookie, { revoke: "on" });
  expect(answer.status).toBe(409);
  expect(answer.text).toContain(ERASED);
});
