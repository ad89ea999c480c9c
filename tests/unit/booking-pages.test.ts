import { expect, test } from "vitest";
import { enqueueMail } from "#app/features/outbox/enqueue-mail.server.ts";
import { saveSettings } from "#app/features/settings/save-settings.server.ts";
import { agreeVisit } from "#app/features/visits/agree/change-visit.server.ts";
import type { BookingRow } from "#app/features/booking/fields/tables.ts";
import { BY_STAFF, createAssessor, PLAN } from "#tests/setup/visits.ts";
import { registerForVat } from "#tests/setup/own-invoices.ts";
import { createTestDeps, type TestDeps } from "#tests/setup/deps.ts";
import { createBooking, createUser, signInAs } from "#tests/setup/factories.ts";
import { runDueJobs } from "#tests/setup/jobs.ts";
import { browse } from "#tests/setup/site.ts";
import { joinTexts, render } from "#tests/setup/rendered-site.ts";

const OFFER = "/booking/register/";

test("an account is offered on the confirmation to who came by the link, not to who is signed in and has one", async () => {
  const deps = createTestDeps();
  const booking = await createBooking(deps);
  const page = `/booking/confirmation/${booking.id}`;
  const offered = (await render(deps, `${page}?token=${booking.token}`)).text;
  expect(offered).toContain(OFFER);
  expect(offered.split('class="button"'), "filled buttons").toHaveLength(2);

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

test("a booking's pages say the agreed day and hour, and who comes by first name", async () => {
  const deps = createTestDeps();
  const booking = await createBooking(deps, { preferred_date: "2027-03-20" });
  const assessor = await createAssessor(deps);
  await agreeVisit(deps, {
    ...BY_STAFF,
    bookingId: booking.id,
    version: 1,
    plan: PLAN,
    assessorId: assessor.id,
    isReferrerTold: false,
    overruled: null,
  });
  const { user, cookie } = await signInOwner(deps, booking);
  expect(user.email).toBe(booking.referrer_email);
  for (const page of [
    `/booking/${booking.id}?token=${booking.token}`,
    `/booking/confirmation/${booking.id}?token=${booking.token}`,
    "/customer/dashboard",
  ]) {
    const { text } = await render(deps, page, page.startsWith("/customer") ? cookie : "");
    expect(joinTexts(text)).toContain(
      "Thursday 11 March 2027, 10:00–11:30, face-to-face, with Priya, Social worker",
    );
    expect(text).toContain("Saturday 20 March 2027");
    expect(text).not.toContain("Nair");
  }
});

async function signInOwner(deps: TestDeps, booking: BookingRow) {
  const email = { email: booking.referrer_email, email_key: booking.referrer_email_key };
  const user = await createUser(deps, { role_id: "customer", ...email });
  return { user, cookie: (await signInAs(deps, user)).cookie };
}

test("a booking says on VAT what the list said that it was booked under, on its pages and in its mails", async () => {
  const deps = createTestDeps();
  await registerForVat(deps);
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
  await enqueueMail(deps, {
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

test.each(["pending", "confirmed", "completed", "cancelled"] as const)(
  "the page of a %s booking has one green button at most, and says once where the forms are filled in",
  async (status) => {
    const deps = createTestDeps();
    const booking = await createBooking(deps, { status, preferred_date: "2027-04-01" });
    const { text } = await render(deps, `/booking/${booking.id}?token=${booking.token}`);
    const main = /<main[^]*<\/main>/.exec(text)![0];
    const isToCome = status === "pending" || status === "confirmed";
    expect(main.split(">Fill in the referral forms<").length - 1).toBe(isToCome ? 1 : 0);
    expect(main.match(/class="button"/g) ?? []).toHaveLength(isToCome ? 1 : 0);
    expect(main.split(">Send papers<").length - 1).toBe(status === "cancelled" ? 0 : 1);
  },
);
