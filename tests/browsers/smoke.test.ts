import { mkdirSync, writeFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readReferral } from "#app/features/referral/queries.server.ts";
import { createBooking, createUser, signInAs } from "#tests/setup/factories.ts";
import { startServer, type ServerProcess } from "#tests/setup/server-process.ts";
import type { Browser } from "./browser.ts";
import { startFirefox } from "./firefox.ts";
import { Visitor } from "./visitor.ts";
import { startWebKit } from "./webkit.ts";

/** The main journeys in the browsers that `npm test` leaves out, with a picture of how each ends. */

const PHONE = { width: 375, height: 667 };
const DESK = { width: 1280, height: 800 };
const PICTURES = "test-results/browsers";

let app: ServerProcess;
beforeAll(async () => {
  app = await startServer();
});
afterAll(() => app?.dispose());

async function bookOneAssessment(visitor: Visitor) {
  await visitor.open("/");
  await visitor.press("Continue");
  await visitor.see("Please fill in all required referrer fields.");
  await visitor.fill("First name", "Joanna");
  await visitor.fill("Last name", "Reeve");
  await visitor.fill("Email", "joanna.reeve@example.org");
  await visitor.fill("Phone", "07700 900123");
  await visitor.choose("Relationship to the client", "Daughter");
  await visitor.press("Continue");
  await visitor.seeHeading("Assessment Selection");
  await visitor.press("Property and Finance Capacity Assessment");
  await visitor.press("Continue");
  await visitor.seeHeading("Location");
  await visitor.fill("Town, city or postcode", "Leeds");
  await visitor.press("Continue");
  await visitor.seeHeading("Scheduling");
  await visitor.press("Continue");
  await visitor.seeHeading("Confirmation");
  await visitor.press("Confirm Booking");
  await visitor.seeHeading("Booking Successfully Submitted!");
}

async function fillGiftSection(visitor: Visitor) {
  const lines = [{ assessment_id: "capacity-gift", name: "Capacity to Make a Gift", price_pence: 67_200 }];
  const booking = await createBooking(app.deps, {}, lines);
  await visitor.open(`/referral-form/${booking.id}/gift?token=${booking.token}`);
  await visitor.press("Lifetime gift");
  await visitor.fill("Extent of the gift", "About 20,000 pounds");
  await visitor.see("Saved at ");
  const { section } = await readReferral(app.deps, booking);
  expect(section("gift").answers).toMatchObject({
    giftType: "lifetime_gift",
    giftExtent: "About 20,000 pounds",
  });
}

async function confirmBooking(visitor: Visitor) {
  const booking = await createBooking(app.deps, { preferred_date: "2199-01-01" });
  await visitor.open(`/admin/bookings/${booking.id}`);
  await visitor.choose("Change status to", "Confirmed");
  await visitor.press("Update status");
  await visitor.see("The status was changed.");
}

const BROWSERS: [name: string, start: () => Promise<Browser>, hasJavaScript: boolean][] = [
  ["firefox", startFirefox, true],
  ["firefox without JavaScript", () => startFirefox({ hasJavaScript: false }), false],
  ["webkit", startWebKit, true],
];

describe.each(BROWSERS)("%s", (name, start, hasJavaScript) => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await start();
  });
  afterAll(() => browser?.close());

  async function walk(
    title: string,
    journey: (visitor: Visitor) => Promise<void>,
    size = PHONE,
    cookie = "",
  ) {
    const window = await browser.openWindow(size);
    try {
      const visitor = new Visitor(window, app.origin, hasJavaScript);
      await window.visit(`${app.origin}/healthz`);
      const [cookieName, ...value] = cookie.split("=");
      if (cookieName) await window.addCookie({ name: cookieName, value: value.join("="), url: app.origin });
      await journey(visitor);
      expect(await visitor.complaints(), "errors on the console").toEqual([]);
      expect(await visitor.sidewaysScroll(), "wider than the window by").toBeLessThanOrEqual(0);
    } finally {
      mkdirSync(PICTURES, { recursive: true });
      writeFileSync(`${PICTURES}/${name}-${title}.png`, await window.picture());
      await window.close();
    }
  }

  test("a daughter books one assessment on a phone", () => walk("booked", bookOneAssessment));

  test.runIf(hasJavaScript)("a section of the referral form saves itself on a phone", () =>
    walk("section", fillGiftSection),
  );

  test("staff confirm a booking", async () => {
    const user = await createUser(app.deps, { role_id: "administrator" });
    await walk("confirmed", confirmBooking, DESK, (await signInAs(app.deps, user)).cookie);
  });
});
