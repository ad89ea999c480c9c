import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { hashPassword } from "#app/features/accounts/password/password-hash.server.ts";
import { readReferral } from "#app/features/referral/queries.server.ts";
import { createBooking, createUser, signInAs } from "#tests/setup/factories.ts";
import { startServer, type ServerProcess } from "#tests/setup/server-process.ts";
import type { Browser, Settings } from "./browser.ts";
import { startFirefox } from "./firefox.ts";
import { DESK, PHONE, Visitor } from "./visitor.ts";
import { startWebKit } from "./webkit.ts";

/** The main journeys in the browsers that `npm test` leaves out, with pictures to look at. */

const PROPERTY = "Property and Finance Capacity Assessment";
const WILL = "Capacity to Make a Will";

let app: ServerProcess;
beforeAll(async () => {
  app = await startServer();
});
afterAll(() => app?.dispose());

function useBrowser(name: string, start: (settings: Settings) => Promise<Browser>, settings: Settings = {}) {
  let browser: Browser;
  beforeAll(async () => {
    browser = await start(settings);
  });
  afterAll(() => browser?.close());

  /** Runs a journey in a window of its own. */
  return async function visit(
    journey: (visitor: Visitor) => Promise<void>,
    { size = DESK, cookie = "" } = {},
  ): Promise<void> {
    const window = await browser.openWindow();
    try {
      const visitor = new Visitor(window, name, app.origin, settings.hasJavaScript);
      await visitor.resize(size);
      if (cookie) {
        await window.visit(`${app.origin}/healthz`);
        const [cookieName = "", ...value] = cookie.split("=");
        await window.addCookie({ name: cookieName, value: value.join("="), url: app.origin });
      }
      await journey(visitor);
      expect(await visitor.complaints(), "errors on the console").toEqual([]);
    } finally {
      await window.close();
    }
  };
}

async function bookOneAssessment(visitor: Visitor, hasJavaScript = true) {
  await visitor.open("/");
  await visitor.see("From £498 including VAT");
  await visitor.picture("start");
  await visitor.press("Continue");
  await visitor.see("Please fill in all required referrer fields.");
  await visitor.picture("start-refused");
  await visitor.fill("First name", "Joanna");
  await visitor.fill("Last name", "Reeve");
  await visitor.fill("Email", "joanna.reeve@example.org");
  await visitor.fill("Phone", "07700 900123");
  await visitor.choose("Relationship to the client", "Daughter");
  // With JavaScript each message goes once its field is left, and the page moves up.
  if (hasJavaScript) await visitor.seeNoMore("is required");
  await visitor.press("Continue");

  await visitor.seeHeading("Assessment Selection");
  await visitor.press(PROPERTY);
  if (hasJavaScript) await visitor.see("Total for 1 assessment: £595");
  await visitor.picture("assessments");
  await visitor.press("Continue");

  await visitor.seeHeading("Location");
  await visitor.fill("Town, city or postcode", "Leeds");
  await visitor.picture("location");
  await visitor.press("Continue");

  await visitor.seeHeading("Scheduling");
  await visitor.pressForChange("Next month");
  await visitor.fill("Day", "27");
  await visitor.fill("Month", "12");
  await visitor.fill("Year", "2026");
  await visitor.picture("scheduling");
  await visitor.press("Clear date");
  await visitor.seeEmpty("Day");
  await visitor.press("Continue");

  await visitor.seeHeading("Confirmation");
  await visitor.press("Add Another Assessment");
  await visitor.picture("add-assessment", { isWhole: false });
  await visitor.press(`Add ${WILL}`);
  await visitor.see("£1,120");
  await visitor.picture("confirmation");
  await visitor.press("Confirm Booking");

  await visitor.seeHeading("Booking Successfully Submitted!");
  await visitor.picture("submitted");
  const { pathname } = await visitor.address();
  const booking = await app.deps.db
    .selectFrom("bookings")
    .selectAll()
    .where("id", "=", pathname.split("/").at(-1)!)
    .executeTakeFirstOrThrow();
  expect(booking).toMatchObject({ total_pence: 112_000, assessment_location: "Leeds", preferred_date: null });
}

async function fillGiftSection(visitor: Visitor) {
  const booking = await createBooking(app.deps, { client_first_name: "Edith", client_last_name: "Marsh" }, [
    { assessment_id: "capacity-gift", name: "Capacity to Make a Gift", price_pence: 67_200 },
  ]);
  const section = `/referral-form/${booking.id}/gift`;
  await visitor.open(`${section}?token=${booking.token}`);
  await visitor.seeHeading("Gift");
  await visitor.press("Lifetime gift");
  await visitor.fill("What is happening", "Wants to help a grandson with his first home");
  await visitor.see("Saved at ");
  await visitor.picture("gift-saved");
  await visitor.press("Yes");
  await visitor.see("What was given");
  await visitor.press("No");
  await visitor.fill("Extent of the gift", "About £20,000");
  await visitor.press("Continue");

  await visitor.seeHeading("Communication & Risk");
  await visitor.picture("communication");
  await visitor.open(section);
  const { section: read } = await readReferral(app.deps, booking);
  expect(read("gift").answers).toMatchObject({
    giftType: "lifetime_gift",
    situationSummary: "Wants to help a grandson with his first home",
    giftExtent: "About £20,000",
    hasPastGifts: "no",
  });
  await visitor.open(`${section.replace("gift", "print")}`);
  await visitor.see("Wants to help a grandson with his first home");
  await visitor.picture("referral-print");
}

/** The newest mailed code, once there is one that `old` does not hold. */
async function mailedCode(old: number): Promise<string> {
  for (;;) {
    const codes = (await app.mails()).flatMap((mail) => /\b\d{6}\b/.exec(mail.text ?? "") ?? []);
    if (codes.length > old) return codes.at(-1)!;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

async function signInForTheFirstTime(visitor: Visitor, browser: string) {
  const email = `first-time-${browser}@example.org`;
  await createUser(app.deps, {
    email,
    role_id: "coordinator",
    password_hash: await hashPassword("Temporary-42"),
    is_password_temporary: 1,
  });
  const codes = (await app.mails()).filter((mail) => /\b\d{6}\b/.test(mail.text ?? "")).length;
  await visitor.open("/admin/dashboard");
  await visitor.seeHeading("Admin Login");
  await visitor.fill("Email", email);
  await visitor.fill("Password", "not-the-password");
  await visitor.press("Login");
  await visitor.see("Login failed. Please check your credentials.");
  await visitor.picture("login-refused");
  await visitor.fill("Password", "Temporary-42");
  await visitor.press("Login");
  await visitor.seeHeading("Email Verification");
  await visitor.picture("login-code");
  await visitor.fill("Verification code", await mailedCode(codes));
  await visitor.press("Verify Code");
  await visitor.seeHeading("Create Password");
  await visitor.fill("Password", "Harbour-light-42");
  await visitor.fill("Confirm password", "Harbour-light-42");
  await visitor.picture("create-password");
  await visitor.press("Create Password");
  await visitor.seeHeading("Dashboard");
  await visitor.press("Logout");
  await visitor.seeHeading("Admin Login");
}

async function confirmFromTheDashboard(visitor: Visitor, browser: string) {
  const lastName = `Marsh-${browser}`;
  const date = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10);
  for (const first of ["Ada", "Edith", "Olive"]) {
    await createBooking(app.deps, {
      client_first_name: first,
      client_last_name: lastName,
      preferred_date: date,
    });
  }
  await visitor.open("/admin/dashboard");
  await visitor.see("Needs action now");
  await visitor.picture("dashboard");
  await visitor.fill("Reference, name, email, phone or place", lastName);
  await visitor.press("Show");
  await visitor.see("3 bookings");
  // The whole row leads to its own booking.
  await visitor.pressText(`Edith ${lastName}`);
  await visitor.see("Change status to", `Edith ${lastName}`);
  await visitor.picture("booking");
  await visitor.choose("Change status to", "Confirmed");
  await visitor.press("Update status");
  await visitor.see("The status was changed.");
  await visitor.picture("booking-confirmed");
  await visitor.open("/admin/dashboard?search=" + lastName);
  await visitor.pressText(`Olive ${lastName}`);
  await visitor.see("Change status to", `Olive ${lastName}`);
  await visitor.press("Confirm this date");
  await visitor.see("The status was changed.");
  const statuses = await app.deps.db
    .selectFrom("bookings")
    .select(["client_first_name", "status"])
    .where("client_last_name", "=", lastName)
    .orderBy("client_first_name")
    .execute();
  expect(statuses.map(({ status }) => status)).toEqual(["pending", "confirmed", "confirmed"]);
}

async function staffCookie(email: string): Promise<string> {
  const user = await createUser(app.deps, { email, role_id: "administrator", first_name: "Priya" });
  return (await signInAs(app.deps, user)).cookie;
}

const BROWSERS = [
  { name: "firefox", start: startFirefox },
  { name: "webkit", start: startWebKit },
];

describe.each(BROWSERS)("$name", ({ name, start }) => {
  const visit = useBrowser(name, start);

  test("a daughter books one assessment on a phone", async () => {
    await visit((visitor) => bookOneAssessment(visitor), { size: PHONE });
  });

  test("a section of the referral form saves itself while it is filled in on a phone", async () => {
    await visit(fillGiftSection, { size: PHONE });
  });

  test("a new member of staff signs in with a mailed code", async () => {
    await visit((visitor) => signInForTheFirstTime(visitor, name));
  });

  test("staff find a booking on the dashboard and confirm it", async () => {
    const cookie = await staffCookie(`staff-${name}@example.org`);
    await visit((visitor) => confirmFromTheDashboard(visitor, name), { cookie });
  });

  test("the Tab key stops nowhere unseen, and nothing scrolls sideways at 320 px", async () => {
    const cookie = await staffCookie(`keyboard-${name}@example.org`);
    const booking = await createBooking(app.deps);
    const problems: string[] = [];
    for (const path of [
      "/",
      "/which-assessment",
      `/booking/confirmation/${booking.id}`,
      `/referral-form/${booking.id}/property-finance`,
      "/admin/dashboard",
      `/admin/bookings/${booking.id}`,
      "/admin/settings/company",
      "/admin/settings/prices",
    ]) {
      // A window each: the last press of the Tab key leaves the page for the browser's own bar.
      await visit(
        async (visitor) => {
          await visitor.open(path);
          problems.push(...(await visitor.complaints()).map((complaint) => `${path}: ${complaint}`));
          if ((await visitor.sidewaysScroll()) > 0) problems.push(`${path} scrolls sideways`);
          problems.push(...(await visitor.tabThrough()).map((problem) => `${path}: ${problem}`));
        },
        { size: { width: 320, height: 640 }, cookie },
      );
    }
    expect(problems).toEqual([]);
  });
});

describe("firefox without JavaScript", () => {
  const visit = useBrowser("firefox-no-scripts", startFirefox, { hasJavaScript: false });

  test("a daughter books one assessment on a phone", async () => {
    await visit((visitor) => bookOneAssessment(visitor, false), { size: PHONE });
  });
});

describe.each(BROWSERS)("$name in the dark scheme", ({ name, start }) => {
  const visit = useBrowser(`${name}-dark`, start, { isDark: true });

  test("pages are dark", async () => {
    const cookie = await staffCookie(`dark-${name}@example.org`);
    const booking = await createBooking(app.deps);
    await visit(
      async (visitor) => {
        for (const [screen, path] of [
          ["start", "/"],
          ["referral", `/referral-form/${booking.id}/personal-details`],
          ["dashboard", "/admin/dashboard"],
          ["booking", `/admin/bookings/${booking.id}`],
        ] as const) {
          await visitor.open(path);
          await visitor.picture(screen);
          expect(await visitor.isDark(), path).toBe(true);
        }
      },
      { cookie },
    );
  });
});
