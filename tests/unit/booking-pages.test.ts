import { expect, test } from "vitest";
import { createTestDeps } from "#tests/setup/deps.ts";
import { createBooking, createUser, signInAs } from "#tests/setup/factories.ts";
import { render } from "#tests/setup/rendered-site.ts";

const OFFER = "/booking/register/";

test("an account is offered on the confirmation to who came by the link, not to who is signed in and has one", async () => {
  const deps = createTestDeps();
  const booking = await createBooking(deps);
  const page = `/booking/confirmation/${booking.id}`;
  expect((await render(deps, `${page}?token=${booking.token}`)).text).toContain(OFFER);

  const owner = await createUser(deps, {
    role_id: "customer",
    email: booking.referrer_email,
    email_key: booking.referrer_email_key,
  });
  for (const user of [owner, await createUser(deps, { role_id: "coordinator" })]) {
    const { cookie } = await signInAs(deps, user);
    const shown = await render(deps, page, cookie);
    expect(shown.text).toContain(booking.reference);
    expect(shown.text).not.toContain(OFFER);
  }
});
