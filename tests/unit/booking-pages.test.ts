import { expect, test } from "vitest";
import { enqueueMail } from "#app/features/outbox/enqueue-mail.server.ts";
import { saveSettings } from "#app/features/settings/save-settings.server.ts";
import { createTestDeps } from "#tests/setup/deps.ts";
import { createBooking, createUser, signInAs } from "#tests/setup/factories.ts";
import { runDueJobs } from "#tests/setup/jobs.ts";
import { browse } from "#tests/setup/site.ts";
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

test("an account is made in a browser that has only the link, and the next pages open", async () => {
  const deps = createTestDeps();
  const booking = await createBooking(deps);
  const address = `/booking/register/${booking.id}?token=${booking.token}`;
  const password = "correct-horse-12";
  const { location } = await browse(deps)(address, { password, confirmPassword: password });
  const { status, text } = await render(deps, location!);
  expect([status, text]).toEqual([200, expect.stringContaining("Account created")]);
  const back = /href="(\/booking\/confirmation\/[^"]+)"/.exec(text)![1]!.replaceAll("&amp;", "&");
  expect((await render(deps, back)).text).toContain(booking.reference);
});

test("a booking says on VAT what the list said that it was booked under, on its pages and in its mails", async () => {
  const deps = createTestDeps();
  const { id: staffId } = await createUser(deps, { role_id: "administrator" });
  const by = { actor: { kind: "staff" as const, id: staffId }, requestId: "request-1" };
  const booking = await createBooking(deps);
  const { lists } = deps.settings.current().prices;
  const noVat = {
    id: "later",
    validFrom: "2027-03-11",
    vatPhrase: "no VAT",
    vatSentence: "We charge no VAT.",
  };
  const value = { lists: [...lists, { ...lists[0]!, ...noVat }] };
  await saveSettings(deps, { group: "prices", value, baseVersion: 0 }, by);
  deps.clock.set("2027-03-12T09:00:00.000Z");
  const { cookie } = await signInAs(deps, await createUser(deps, { role_id: "coordinator" }));
  for (const path of [`/booking/confirmation/${booking.id}`, `/admin/bookings/${booking.id}`]) {
    const { text } = await render(deps, path, cookie);
    expect(text).toContain('<p class="note mt-3">Prices include VAT.');
  }
  await enqueueMail(deps.db, deps, {
    topic: "booking-confirmation",
    bookingId: booking.id,
    to: "joanna@example.org",
    dedupeKey: "confirmation",
    payload: {},
  });
  await runDueJobs(deps);
  expect(deps.sentMails[0]!.text).toContain("£595 including VAT");
  expect((await render(deps, "/terms")).text).toContain("no VAT");
});
