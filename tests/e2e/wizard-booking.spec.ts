import { expect, expectAccessible, inBothModes, open, test } from "../setup/journey.ts";
import { choose, continueTo, draftOf, fillReferrer, reachAssessments } from "../setup/wizard.ts";

const PROPERTY = "Property and Finance Capacity Assessment";
const HEALTH = "Health and Welfare Capacity Assessment";
const LITIGATE = "Capacity to Litigate Assessment";

const BOOKINGS = [
  { title: "one assessment", names: [PROPERTY], isVirtual: false, total: "£595", pence: 59_500 },
  {
    title: "three assessments, with the saving",
    names: [PROPERTY, HEALTH, LITIGATE],
    isVirtual: false,
    total: "£1,722",
    pence: 59_500 + 59_500 + 67_200 - 14_000,
  },
  {
    title: "two virtual assessments",
    names: [PROPERTY, LITIGATE],
    isVirtual: true,
    total: "£1,093",
    pence: 49_800 + 59_500,
  },
  { title: "Other alone", names: ["Other"], isVirtual: false, total: "Price on request", pence: 0 },
];

for (const { title, names, isVirtual, total, pence } of BOOKINGS) {
  inBothModes(`a daughter books ${title}`, async ({ page, app, hasJavaScript }) => {
    await open(page, "/", hasJavaScript);
    await reachAssessments(page);
    if (isVirtual) await page.getByText("Virtual", { exact: true }).click();
    await choose(page, ...names);
    if (names.includes("Other")) {
      await page.getByLabel("What do you need assessed?").fill("Whether she can decide about contact");
    }
    if (!hasJavaScript) await page.getByRole("button", { name: "Update total" }).click();
    await expect(page.locator(".sums .is-total dd")).toHaveText(total);
    await expectAccessible(page);

    if (isVirtual) {
      await continueTo(page, "Scheduling");
    } else {
      await continueTo(page, "Location");
      await page.getByLabel("Town, city or postcode").fill("Leeds");
      if (title === "one assessment") await expectAccessible(page);
      await continueTo(page, "Scheduling");
    }
    await continueTo(page, "Confirmation");
    await expect(page.locator(".sums .is-total dd")).toHaveText(total);
    const draft = draftOf(page);
    await page.getByRole("button", { name: "Confirm Booking" }).click();
    await expect(page.getByRole("heading", { name: "Booking Successfully Submitted!" })).toBeVisible();

    const booking = await app.deps.db
      .selectFrom("bookings")
      .selectAll()
      .where("draft_id", "=", draft)
      .executeTakeFirstOrThrow();
    expect(booking).toMatchObject({
      total_pence: pence,
      is_virtual: isVirtual ? 1 : 0,
      assessment_location: isVirtual ? "Virtual Assessment" : "Leeds",
      referrer_phone: "7700900123",
    });
  });
}

inBothModes("a virtual booking skips the location on the way back too", async ({ page, hasJavaScript }) => {
  await open(page, "/", hasJavaScript);
  await reachAssessments(page);
  await page.getByText("Virtual", { exact: true }).click();
  await choose(page, PROPERTY);
  await continueTo(page, "Scheduling");
  await page.getByRole("button", { name: "Back" }).click();
  await expect(page.getByRole("heading", { name: "Assessment Selection" })).toBeVisible();
});

inBothModes("a link preselects known assessments, face-to-face", async ({ page, hasJavaScript }) => {
  await open(
    page,
    "/booking?assessments=capacity-will,nonsense,capacity-gift&utm_source=leaflet",
    hasJavaScript,
  );
  await expect(page.getByText("Already chosen for you")).toBeVisible();
  await reachAssessments(page);
  await expect(page.getByRole("checkbox", { name: "Capacity to Make a Will" })).toBeChecked();
  await expect(page.getByRole("checkbox", { name: "Capacity to Make a Gift" })).toBeChecked();
  await expect(page.locator("[name=selectedAssessments]:checked")).toHaveCount(2);
  await expect(page.getByRole("radio", { name: "Face-to-Face" })).toBeChecked();
});

inBothModes("where a booking came from is kept with it", async ({ page, app, hasJavaScript }) => {
  await open(page, "/?utm_source=leaflet&utm_medium=print&other=1", hasJavaScript);
  await reachAssessments(page);
  const { tracking } = await app.deps.db
    .selectFrom("drafts")
    .select("tracking")
    .where("id", "=", draftOf(page))
    .executeTakeFirstOrThrow();
  const { utmParameters, sessionData } = JSON.parse(tracking);
  expect(utmParameters).toEqual({ utm_source: "leaflet", utm_medium: "print" });
  expect(sessionData.userAgent).toContain("Chrom");
  expect(sessionData.timeZone).toBe(hasJavaScript ? "Europe/London" : undefined);
});

test("Confirm Booking pressed twice makes one booking", async ({ page, app }) => {
  await open(page, "/");
  await reachAssessments(page);
  await choose(page, PROPERTY);
  await continueTo(page, "Location");
  await page.getByLabel("Town, city or postcode").fill("Leeds");
  await continueTo(page, "Scheduling");
  await continueTo(page, "Confirmation");
  const draft = draftOf(page);
  const form = { paymentMethod: "pay-later" };
  const headers = { Origin: app.origin };
  const press = () => page.request.post(page.url(), { form, headers, maxRedirects: 0 });
  const answers = await Promise.all([press(), press()]);
  const places = answers.map((answer) => answer.headers()["location"]);
  expect(answers.map((answer) => answer.status())).toEqual([303, 303]);
  expect(places[0]).toMatch(/^\/booking\/submitted\//);
  expect(places[1]).toBe(places[0]);
  const made = await app.deps.db.selectFrom("bookings").select("id").where("draft_id", "=", draft).execute();
  expect(made).toHaveLength(1);
});

test("an acknowledged booking survives kill -9", async ({ page, app }) => {
  await open(page, "/");
  await reachAssessments(page, { firstName: "Killed" });
  await choose(page, PROPERTY);
  await continueTo(page, "Location");
  await page.getByLabel("Town, city or postcode").fill("Leeds");
  await continueTo(page, "Scheduling");
  await continueTo(page, "Confirmation");
  const draft = draftOf(page);
  await page.getByRole("button", { name: "Confirm Booking" }).click();
  await expect(page.getByRole("heading", { name: "Booking Successfully Submitted!" })).toBeVisible();
  await page.close();
  await app.stop("SIGKILL");
  await app.start();
  const made = await app.deps.db.selectFrom("bookings").select("id").where("draft_id", "=", draft).execute();
  expect(made).toHaveLength(1);
});

test("step 1 has no violations, blank and refused", async ({ page }) => {
  await open(page, "/");
  await expectAccessible(page);
  await fillReferrer(page, {
    firstName: "",
    email: "jane@gmial.com",
    phone: "123",
    relationship: "Other Professional",
  });
  await page.getByRole("button", { name: "Continue", exact: true }).click();
  await expect(page.locator(".error-summary")).toBeVisible();
  await expectAccessible(page);
});
