import { londonDate } from "#app/platform/dates.ts";
import { createAgreement } from "../setup/agreements.ts";
import { createUser } from "../setup/factories.ts";
import { expect, expectAccessible, inBothModes, open, test } from "../setup/journey.ts";
import { createOrganisation, switchOrganisationsOn } from "../setup/organisations.ts";
import { signedIn, signInBrowser } from "../setup/signed-in.ts";
import { choose, continueTo, fillReferrer } from "../setup/wizard.ts";

test.use({ hasOwnServer: true });

const WILL = "Capacity to Make a Will";

inBothModes(
  "staff agree on a price, its owner reads it, and a member books at it on account",
  async ({ page, context, app, hasJavaScript }) => {
    const { deps } = app;
    await switchOrganisationsOn(deps);
    const owner = await createUser(deps, { first_name: "Ann", last_name: "Penrose" });
    const booker = await createUser(deps, { first_name: "Nia", last_name: "Trelawny" });
    const id = await createOrganisation(deps, { name: "Penrose Law", members: { owner, booker } });
    const staff = await signedIn(context, app, { role_id: "administrator" });
    const agreements = `/admin/organisations/${id}/agreements`;
    await expect.poll(async () => (await page.request.get(agreements)).status()).toBe(200);

    await open(page, `/admin/organisations/${id}`, hasJavaScript);
    await page.getByRole("link", { name: "Agreements: prices, terms and clocks" }).click();
    await expect(page.getByRole("heading", { name: "Agreements with Penrose Law" })).toBeVisible();
    await expectAccessible(page);
    const add = page.getByRole("button", { name: "Add the agreement" });
    await page.getByLabel("Framework or contract number").fill("F-7");
    await add.click();
    await expect(page.getByText("Enter the first day.").first()).toBeVisible();
    await expectAccessible(page);
    await page.getByLabel("First day").fill(londonDate(new Date()));
    await page.getByLabel(`${WILL}, face-to-face`).fill("513");
    await page.getByLabel("Off the price list, in per cent").fill("10");
    await page.getByLabel("Days to pay, after the assessment").fill("14");
    await page.getByRole("checkbox", { name: "Bookings may go on account" }).check();
    await page.getByLabel("First contact, in hours").fill("4");
    await add.click();
    await expect(page.getByText("The agreement was added.")).toBeVisible();
    await expect(page.getByText("In force")).toBeVisible();
    await expectAccessible(page);
    await page.getByText("Begin with the terms of the latest").click();
    await page.getByLabel("First day").fill("2099-01-01");
    await add.click();
    await expect(page.getByText("It overlaps with F-7,").first()).toBeVisible();
    await context.clearCookies();

    await signInBrowser(context, app, owner);
    await open(page, "/organisation", hasJavaScript);
    await page.getByRole("link", { name: "What we agreed" }).first().click();
    await expect(page.getByRole("heading", { name: "What we agreed" })).toBeVisible();
    await expect(page.getByText("£513", { exact: true })).toBeVisible();
    await expectAccessible(page);
    await context.clearCookies();

    await signInBrowser(context, app, booker);
    await open(page, "/booking", hasJavaScript);
    await expect(page.getByText("From £498")).toBeVisible();
    await expect(page.getByText("£513")).toBeHidden();
    await fillReferrer(page, { relationship: "Solicitor" });
    await page.locator("[name=referrerOrganisation]").fill("Penrose Law");
    await continueTo(page, "Assessment Selection");
    await expect(page.getByText("£513").first()).toBeVisible();
    await expect(page.getByText("£595")).toHaveCount(0);
    await choose(page, WILL, "Health and Welfare Capacity Assessment");
    if (!hasJavaScript) await page.getByRole("button", { name: "Update total" }).first().click();
    // £513 and £535.50, less £70 for the second.
    await expect(page.locator("#total").getByText("£978.50").first()).toBeVisible();
    await continueTo(page, "Location");
    await page.locator("[name=assessmentLocation]").fill("Leeds");
    await continueTo(page, "Scheduling");
    await continueTo(page, "Confirmation");
    await expect(page.getByText("£978.50").first()).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("radio", { name: "On account" }).check();
    await page.locator("[name=consentPrivacyPolicy]").check();
    await page.getByRole("button", { name: "Confirm Booking" }).click();
    await page.waitForURL(/\/booking\/submitted\//);
    await expect(page.getByText("within 4 hours").first()).toBeVisible();
    const booking = page.url().split("/").at(-1)!;
    await open(page, `/booking/confirmation/${booking}`, hasJavaScript);
    await expect(page.getByText("£978.50").first()).toBeVisible();
    await expect(page.getByText("On account.")).toBeVisible();
    await expect(page.getByText("within 14 days of the assessment").first()).toBeVisible();
    await expect(page.getByText("within 4 hours").first()).toBeVisible();
    await expectAccessible(page);
    await context.clearCookies();

    await signInBrowser(context, app, staff);
    await open(page, `/admin/bookings/${booking}/edit/assessments`, hasJavaScript);
    await expect(page.getByRole("radio", { name: "On account" })).toBeChecked();
    await expect(page.getByText("£535.50").first()).toBeVisible();
    await expectAccessible(page);
  },
);

inBothModes(
  "the prices of an organisation stay with its draft",
  async ({ page, context, app, hasJavaScript }) => {
    const { deps } = app;
    await switchOrganisationsOn(deps);
    const booker = await signedIn(context, app, { first_name: "Nia", last_name: "Trelawny" });
    const id = await createOrganisation(deps, { name: "Trelawny LLP", members: { booker } });
    await createAgreement(deps, { organisationId: id, terms: { percentOff: 50, hasDiscount: false } });
    await expect.poll(async () => (await page.request.get("/organisation")).status()).toBe(200);
    const begin = async (query: string) => {
      await open(page, `/booking${query}`, hasJavaScript);
      await fillReferrer(page, { relationship: "Solicitor" });
      await page.locator("[name=referrerOrganisation]").fill("Trelawny LLP");
      await continueTo(page, "Assessment Selection");
    };
    await begin(`?of=${id}`);
    await expect(page.getByText("£297.50").first()).toBeVisible();
    const theirs = page.url();
    await begin("?of=myself");
    await expect(page.getByText("£595").first()).toBeVisible();
    await expect(page.getByText("£297.50")).toHaveCount(0);
    await page.goto(theirs);
    await expect(page.getByText("£297.50").first()).toBeVisible();
    // The visitor's own cookie is not enough.
    await context.clearCookies({ name: /session/i });
    await page.reload();
    await expect(page.getByText("£595").first()).toBeVisible();
    await expect(page.getByText("£297.50")).toHaveCount(0);
  },
);
