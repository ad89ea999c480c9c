import type { Route } from "@playwright/test";
import { expect, expectAccessible, inBothModes, open, test } from "../setup/journey.ts";
import {
  choose,
  continueTo,
  draftOf,
  fillReferrer,
  pressContinue,
  reachAssessments,
} from "../setup/wizard.ts";

const WILL = "Capacity to Make a Will";

inBothModes("Back saves what was typed, right or wrong", async ({ page, hasJavaScript }) => {
  await open(page, "/", hasJavaScript);
  await reachAssessments(page);
  await page.getByRole("checkbox", { name: "Other", exact: true }).check();
  await page.getByRole("button", { name: "Back" }).click();
  await expect(page.getByLabel("First name")).toHaveValue("Joanna");
  await continueTo(page, "Assessment Selection");
  await expect(page.getByRole("checkbox", { name: "Other", exact: true })).toBeChecked();
});

inBothModes("two tabs are two bookings", async ({ page, context, hasJavaScript }) => {
  await open(page, "/", hasJavaScript);
  await reachAssessments(page, { firstName: "Tab one" });
  const second = await context.newPage();
  await open(second, "/booking", hasJavaScript);
  await reachAssessments(second, { firstName: "Tab two" });
  expect(draftOf(second)).not.toBe(draftOf(page));
  await page.getByRole("button", { name: "Back" }).click();
  await expect(page.getByLabel("First name")).toHaveValue("Tab one");
  await second.getByRole("button", { name: "Back" }).click();
  await expect(second.getByLabel("First name")).toHaveValue("Tab two");
});

inBothModes(
  "an unfinished booking is offered again, and can be forgotten",
  async ({ page, hasJavaScript }) => {
    await open(page, "/", hasJavaScript);
    await expect(page.getByText("You have an unfinished booking")).toBeHidden();
    await reachAssessments(page);
    await choose(page, WILL);
    await continueTo(page, "Location");
    await open(page, "/", hasJavaScript);
    await expectAccessible(page);
    await page.getByRole("link", { name: "Continue your booking" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Location" })).toBeVisible();
    await open(page, "/", hasJavaScript);
    await page.getByRole("button", { name: "Start afresh" }).click();
    await expect(page.getByText("You have an unfinished booking")).toBeHidden();
    await expect(page.getByLabel("First name")).toHaveValue("");
    await reachAssessments(page);
    await open(page, "/", hasJavaScript);
    await page.getByLabel("First name").fill("Peter");
    await page.getByLabel("First name").press("Enter");
    await expect(page.getByRole("link", { name: "Last name is required" })).toBeVisible();
    await open(page, "/", hasJavaScript);
    await page.getByLabel("First name").fill("Paula");
    await page.getByRole("button", { name: "Start afresh" }).click();
    await expect(page.getByText("You have an unfinished booking")).toBeHidden();
    await expect(page.getByLabel("First name")).toHaveValue("Paula");
  },
);

inBothModes(
  "an expired booking says so, and keeps what is sent to it",
  async ({ page, app, hasJavaScript }) => {
    await open(page, "/", hasJavaScript);
    await reachAssessments(page);
    await choose(page, WILL);
    await continueTo(page, "Location");
    const draft = draftOf(page);
    await app.deps.db
      .updateTable("drafts")
      .set({ expires_at: "2020-01-01" })
      .where("id", "=", draft)
      .execute();
    await page.getByLabel("Town, city or postcode").fill("York");
    await pressContinue(page);
    await expect(page.getByText("Your earlier answers had expired")).toBeVisible();
    await reachAssessments(page);
    await choose(page, WILL);
    await continueTo(page, "Location");
    await expect(page.getByLabel("Town, city or postcode")).toHaveValue("York");

    const answer = await page.goto(`/booking/steps/location?draft=${draft}`);
    expect(answer?.status()).toBe(410);
    await expect(page.getByRole("heading", { name: "Your answers have expired" })).toBeVisible();
  },
);

test("Back between two bookings in one tab shows each its own answers", async ({ page }) => {
  const bookIn = async (town: string) => {
    await reachAssessments(page);
    await choose(page, WILL);
    await continueTo(page, "Location");
    await page.getByLabel("Town, city or postcode").fill(town);
    await continueTo(page, "Scheduling");
    await page.getByRole("button", { name: "Back" }).click();
    await expect(page.getByLabel("Town, city or postcode")).toHaveValue(town);
  };
  await open(page, "/");
  await bookIn("Leeds");
  const first = page.url();
  await page.getByRole("link", { name: "Capacity Assessments" }).click();
  await bookIn("York");
  await page.evaluate(() => history.go(-5));
  await expect(page).toHaveURL(first);
  await expect(page.getByLabel("Town, city or postcode")).toHaveValue("Leeds");
});

test("Back from the second step of a new booking leads to the answers of the first", async ({
  page,
  app,
}) => {
  await open(page, "/complaints");
  await open(page, "/");
  await reachAssessments(page);
  const draft = draftOf(page);
  const copies = () => page.evaluate(() => Object.keys(sessionStorage).filter((key) => /^typed/.test(key)));
  expect(await copies(), "the server has it: no copy of what was typed is left").toEqual([]);
  await page.goBack();
  await expect(page).toHaveURL(`/booking/steps/referrer?draft=${draft}`);
  await page.getByLabel("First name").fill("Johanna");
  await continueTo(page, "Assessment Selection");
  expect(draftOf(page)).toBe(draft);
  await page.goBack();
  await expect(page.getByLabel("First name")).toHaveValue("Johanna");
  await page.goBack();
  await expect(page).toHaveURL(`${app.origin}/complaints`);
});

test("somebody else's draft looks like one that never was", async ({ page, browser, app }) => {
  await open(page, "/");
  await reachAssessments(page);
  const stranger = await browser.newContext({ baseURL: app.origin });
  const look = async (id: string) => {
    const view = await stranger.newPage();
    const answer = await view.goto(`/booking/steps/referrer?draft=${id}`);
    return { status: answer?.status(), text: await view.locator("main").innerText() };
  };
  expect(await look(draftOf(page))).toEqual(await look("A".repeat(22)));
  await stranger.close();
});

test("a step opened too early leads to the first unfinished one; a GET writes nothing", async ({
  page,
  app,
}) => {
  const count = async () => (await app.deps.db.selectFrom("drafts").select("id").execute()).length;
  const before = await count();
  await page.goto("/booking/steps/confirmation");
  await expect(page.getByRole("heading", { level: 1, name: "Referrer Details" })).toBeVisible();
  expect(await count()).toBe(before);
  await open(page, "/booking/steps/referrer");
  await reachAssessments(page);
  await page.goto(`/booking/steps/confirmation?draft=${draftOf(page)}`);
  await expect(page.getByRole("heading", { level: 1, name: "Assessment Selection" })).toBeVisible();
});

test("a name of 100 KB is refused with a clear page, and nothing is lost", async ({ page, app }) => {
  await open(page, "/");
  await reachAssessments(page);
  const url = `/booking/steps/referrer?draft=${draftOf(page)}`;
  const headers = { Origin: app.origin };
  const answer = await page.request.post(url, { form: { referrerFirstName: "x".repeat(100_000) }, headers });
  expect(answer.status()).toBe(413);
  await page.goto(url);
  await expect(page.getByLabel("First name")).toHaveValue("Joanna");
});

test("with JavaScript, what is too long to send stays where it was typed", async ({ page }) => {
  await open(page, "/");
  await fillReferrer(page, { firstName: "x".repeat(100_000) });
  await pressContinue(page);
  await expect(page.locator(".toast")).toContainText("more than we can accept");
  await expect(page.getByLabel("Last name")).toHaveValue("Reeve");
  await fillReferrer(page);
  await continueTo(page, "Assessment Selection");
});

for (const [what, answer] of [
  ["a line that is gone", (route: Route) => route.abort("internetdisconnected")],
  [
    "a proxy without its server",
    (route: Route) => route.fulfill({ status: 502, body: "<h1>Bad Gateway</h1>" }),
  ],
] as const) {
  test.describe(what, () => {
    test.use({ hasFaults: true });

    test("keeps what was typed, and sends it when asked again", async ({ page }) => {
      await open(page, "/");
      await fillReferrer(page, { firstName: "Zoë" });
      await page.route("**/*.data*", answer);
      await pressContinue(page);
      await expect(page.locator(".error-summary")).toContainText("We could not reach our server");
      await expect(page.locator(".toast")).toContainText("We could not reach our server");
      await expect(page.getByLabel("First name")).toHaveValue("Zoë");
      await expectAccessible(page);
      await page.unroute("**/*.data*");
      await pressContinue(page);
      await expect(page.getByRole("heading", { level: 1 })).toHaveText("Assessment Selection");
      await page.getByRole("button", { name: "Back" }).click();
      await expect(page.getByLabel("First name")).toHaveValue("Zoë");
    });
  });
}

test.describe("a page reloaded because the line is gone", () => {
  test.use({ hasFaults: true });

  test("has what was typed, which the next visit does not show", async ({ page }) => {
    await open(page, "/");
    await fillReferrer(page, { firstName: "Zoë", relationship: "Solicitor" });
    await page.route("**/*.data*", (route) => route.abort("internetdisconnected"));
    await pressContinue(page);
    await expect(page.locator(".error-summary")).toContainText("We could not reach our server");
    await page.unroute("**/*.data*");
    for (const _ of ["once", "again"]) {
      await page.reload();
      await expect(page.getByLabel("First name")).toHaveValue("Zoë");
      await expect(page.locator("[name=referrerRelationship]")).toHaveValue("Solicitor");
      await expect(page.locator("[name=referrerOrganisation]")).toBeVisible();
    }
    await open(page, "/");
    await expect(page.getByLabel("First name")).toHaveValue("");
    await page.reload();
    await expect(page.getByLabel("First name")).toHaveValue("");
  });
});

test("a name of 60 KB comes back with the reason", async ({ page, app }) => {
  const headers = { Origin: app.origin };
  const answer = await page.request.post("/booking", {
    form: { referrerFirstName: "x".repeat(50_000) },
    headers,
  });
  expect(answer.status()).toBe(400);
  expect(await answer.text()).toContain("First name must be 100 characters or fewer.");
});

test("the start offers to go on in the tab that it is, not to fill the form with old answers", async ({
  page,
}) => {
  await open(page, "/");
  await fillReferrer(page);
  await continueTo(page, "Assessment Selection");
  await open(page, "/");
  await expect(page.getByLabel("First name")).toHaveValue("");
});
