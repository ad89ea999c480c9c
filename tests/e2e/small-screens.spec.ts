import type { Page } from "@playwright/test";
import { ASSESSMENTS } from "#app/features/catalogue/catalogue.ts";
import { enqueueMail } from "#app/features/outbox/enqueue-mail.server.ts";
import { saveSections } from "#app/features/referral/save-sections.server.ts";
import { SECTIONS } from "#app/features/referral/sections/sections.ts";
import { beginDraft, OPEN_SCHEDULING } from "../setup/drafts.ts";
import { createBooking } from "../setup/factories.ts";
import { expect, open, test } from "../setup/journey.ts";
import { spaceText, wideParts } from "../setup/wide-parts.ts";
import type { ServerProcess } from "../setup/server-process.ts";
import { signedIn } from "../setup/signed-in.ts";

/** Too long for a line of a small phone. */
const LONG = "Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch";

async function makeBooking(app: ServerProcess, overrides = {}) {
  const lines = ASSESSMENTS.map(({ id, name }) => ({ assessment_id: id, name, price_pence: 59_500 }));
  const booking = await createBooking(
    app.deps,
    {
      referrer_first_name: LONG,
      referrer_last_name: LONG,
      referrer_email: `${LONG}@${LONG}.example.org`,
      referrer_organisation: LONG,
      client_first_name: LONG,
      client_last_name: LONG,
      assessment_location: LONG,
      preferred_date: "2027-06-02",
      ...overrides,
    },
    lines,
  );
  await saveSections(app.deps, {
    booking,
    sections: {
      personalDetails: { answers: { firstName: LONG, gpAddress: LONG } },
      gift: { answers: { situationSummary: LONG } },
    },
    actor: { kind: "visitor", id: null },
    requestId: null,
  });
  return booking;
}

test.use({ viewport: { width: 320, height: 640 } });

async function expectNarrow(page: Page, paths: string[]): Promise<void> {
  const wide: Record<string, string[]> = {};
  for (const path of paths) {
    await open(page, path);
    const parts = await wideParts(page);
    if (parts.length > 0) wide[path] = parts;
    await spaceText(page);
    const spaced = await wideParts(page);
    if (spaced.length > 0) wide[`${path} with wider text`] = spaced;
  }
  expect(wide).toEqual({});
}

test("no page that anybody can open scrolls sideways at 320 px", async ({ page, context, app }) => {
  const step = await beginDraft(app, context, "confirmation", { assessmentLocation: LONG });
  const steps = ["referrer", "assessments", "location", "scheduling", "confirmation"];
  await expectNarrow(page, [
    "/",
    "/booking?print=true",
    ...steps.map((slug) => step.replace("confirmation", slug)),
    "/thankyou?bookingId=x&token=y",
    "/booking/confirmation",
    "/referral-form",
    "/admin/login",
    "/admin/login/reset",
    "/admin/login/reset/password?token=x",
    "/customer/login",
    "/customer/login/reset",
    "/customer/verify-email?token=x",
    "/lost-link",
    "/which-assessment",
    "/which-assessment/result",
    "/privacy",
    "/terms",
    "/right-to-cancel",
    "/accessibility",
    "/complaints",
    "/complaints/received?reference=DPC-ABCD-EFGH",
    "/api/docs",
    "/nowhere",
  ]);
});

test("a practice's name and details of one long word keep to the page at 320 px", async ({ page }) => {
  await open(page, "/");
  const name = page.locator(".brand").getByText("Capacity Assessments");
  const detail = page.locator(".site-footer span").first();
  for (const part of [name, detail])
    await part.evaluate((element, long) => (element.textContent = long), LONG);
  expect(await wideParts(page)).toEqual([]);
});

for (const viewport of [
  { width: 375, height: 667 },
  { width: 1280, height: 800 },
]) {
  test(`the first field is in view at once at ${viewport.width} × ${viewport.height} px, and below what this is`, async ({
    page,
  }) => {
    await page.setViewportSize(viewport);
    await page.goto("/");
    await expect(page.getByText("From £498 with no VAT")).toBeInViewport({ ratio: 1 });
    await expect(page.getByText("We call you within 24 hours")).toBeInViewport({ ratio: 1 });
    await expect(page.getByLabel("First name")).toBeInViewport({ ratio: 1 });
  });
}

test("no page of a booking scrolls sideways at 320 px", async ({ page, app }) => {
  const { id, token } = await makeBooking(app);
  await expectNarrow(page, [
    `/booking/${id}?token=${token}`,
    `/booking/confirmation/${id}`,
    `/booking/submitted/${id}`,
    `/booking/register/${id}`,
    `/thankyou?bookingId=${id}&token=${token}`,
    `/mail/unsubscribe/${id}?token=${token}`,
  ]);
});

test("no page of a referral form scrolls sideways at 320 px, one with two texts to choose from included", async ({
  page,
  app,
}) => {
  const booking = await makeBooking(app);
  const form = `/referral-form/${booking.id}`;
  await page.goto(`${form}?token=${booking.token}`);
  const slugs = Object.values(SECTIONS).map(({ slug }) => slug);
  await expectNarrow(
    page,
    [...slugs, "legal-information", "print"].map((slug) => `${form}/${slug}`),
  );
  await open(page, `${form}/legal-information`);
  await page.getByRole("button", { name: "Submit Referral Forms" }).click();
  await expect(page.getByRole("alert")).toBeVisible();
  expect(await wideParts(page)).toEqual([]);

  await open(page, `${form}/gift`);
  await saveSections(app.deps, {
    booking,
    sections: { gift: { answers: { situationSummary: LONG.repeat(2) } } },
    actor: { kind: "visitor", id: null },
    requestId: null,
  });
  await page.locator("[name=situationSummary]").fill(LONG.repeat(3));
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.locator("#conflict")).toBeVisible();
  expect(await wideParts(page)).toEqual([]);
});

test("no page of a customer scrolls sideways at 320 px", async ({ page, context, app }) => {
  const email = `${LONG}@example.org`.toLowerCase();
  await makeBooking(app, { referrer_email: email, referrer_email_key: email });
  await signedIn(context, app, { role_id: "customer", email });
  await expectNarrow(page, ["/customer/dashboard", "/customer/account", "/customer/account/password"]);
});

test("no page of staff scrolls sideways at 320 px", async ({ page, context, app }) => {
  const booking = await makeBooking(app);
  const staff = await signedIn(context, app, {
    role_id: "administrator",
    email: `${LONG}@${LONG}.example.org`,
    first_name: LONG,
    last_name: LONG,
  });
  await app.deps.db
    .insertInto("privacy_cases")
    .values({
      id: booking.id,
      email_key: `${LONG}@example.org`.toLowerCase(),
      booking_id: null,
      opened_at: booking.created_at,
      opened_by: staff.id,
    })
    .execute();
  const mailId = await enqueueMail(app.deps, {
    topic: "sign-in-code",
    to: `${LONG}@example.org`,
    dedupeKey: booking.id,
    payload: { code: "123456" },
  });
  await expectNarrow(page, [
    `/admin/outbox/${mailId}`,
    `/admin/users/${staff.id}/deactivate`,
    "/admin/dashboard",
    "/admin/dashboard?search=nobody&status=confirmed",
    "/admin/calendar",
    `/admin/bookings/${booking.id}`,
    `/admin/bookings/${booking.id}/edit`,
    `/admin/bookings/${booking.id}/edit/client`,
    `/admin/bookings/${booking.id}/edit/assessments`,
    `/admin/bookings/${booking.id}/edit/billing`,
    `/admin/bookings/${booking.id}/cancel`,
    `/admin/bookings/${booking.id}/visit`,
    "/admin/statistics",
    "/admin/quality",
    "/admin/quality/tender",
    "/admin/send-booking",
    "/admin/send-booking?assessments=property-finance,capacity-will,lpa-health-welfare",
    "/admin/security",
    "/admin/security/password",
    "/admin/security/two-factor",
    "/admin/users",
    "/admin/users/new",
    `/admin/users/${staff.id}`,
    "/admin/outbox",
    "/admin/reports",
    "/admin/setup",
    "/admin/settings",
    ...["company", "logo", "prices", "assessments", "rules", "mails", "status", "retention", "switches"].map(
      (group) => `/admin/settings/${group}`,
    ),
    "/admin/settings/mails/booking-confirmation",
    "/admin/privacy",
    `/admin/privacy/cases/${booking.id}`,
    `/admin/privacy/cases/${booking.id}/report`,
  ]);
});

/** Texts of the dashboard that lie over each other, or are cut off at the side. */
function badlyPlaced(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const places = ".filters label, .is-bookings :is(a, .badge, [data-label=Date]), .chart text";
    const visible = [...document.querySelectorAll(places)].filter((element) => element.checkVisibility());
    const shown = visible.map((element) => {
      const range = document.createRange();
      range.selectNodeContents(element);
      const frame = element.closest("td, .card, main")!;
      return {
        text: element.textContent,
        box: range.getBoundingClientRect(),
        frame: frame.getBoundingClientRect(),
      };
    });
    const isOver = (one: DOMRect, other: DOMRect) =>
      Math.min(one.right, other.right) - Math.max(one.left, other.left) > 1 &&
      Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 4;
    return shown.flatMap(({ text, box, frame }, index) => [
      ...(box.left < frame.left || box.right > frame.right + 1 ? [`${text} is cut off`] : []),
      ...shown
        .slice(index + 1)
        .filter((other) => isOver(box, other.box))
        .map((other) => `${text} lies over ${other.text}`),
    ]);
  });
}

test("nothing on the dashboard lies over something else at 320 px, with wider text, or with letters of twice the size", async ({
  page,
  context,
  app,
}) => {
  await createBooking(app.deps);
  await signedIn(context, app, { role_id: "administrator" });
  await open(page, "/admin/dashboard");
  expect(await badlyPlaced(page), "320 px").toEqual([]);
  await page.evaluate(() => (document.documentElement.style.fontSize = "200%"));
  await page.setViewportSize({ width: 640, height: 900 });
  expect(await badlyPlaced(page), "640 px with letters of twice the size").toEqual([]);
  await page.evaluate(() => (document.documentElement.style.fontSize = ""));
  await page.setViewportSize({ width: 1280, height: 900 });
  await spaceText(page);
  expect(await badlyPlaced(page), "1280 px with wider text").toEqual([]);
});

test("on a phone the last step folds the person, and opens once their name is saved; a desk shows the fields", async ({
  page,
  context,
  app,
}) => {
  await open(page, await beginDraft(app, context, "confirmation", OPEN_SCHEDULING));
  const name = page.locator('[name="clientFirstName"]');
  await expect(name).toBeHidden();
  await page.getByText("Enter it now").click();
  await name.fill("Walter");
  await name.press("Enter");
  await expect(page.getByRole("heading", { name: "Your answers are saved" })).toBeVisible();
  await page.reload();
  await expect(name).toBeVisible();
  await open(page, await beginDraft(app, context, "confirmation", OPEN_SCHEDULING));
  await expect(name).toBeHidden();
  await page.setViewportSize({ width: 1280, height: 900 });
  await expect(name).toBeVisible();
  await expect(page.getByText("Enter it now")).toBeHidden();
});
