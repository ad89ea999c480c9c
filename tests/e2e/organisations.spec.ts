import { createOrganisation, switchOrganisationsOn } from "../setup/organisations.ts";
import { createUser } from "../setup/factories.ts";
import { expect, expectAccessible, inBothModes, open, test } from "../setup/journey.ts";
import { signedIn } from "../setup/signed-in.ts";
import { choose, continueTo } from "../setup/wizard.ts";

test.use({ hasOwnServer: true });

const PASSWORD = "Quiet-harbour-71";

inBothModes(
  "staff make an organisation, its Owner invites a member, who joins, books, and finds the booking in the list",
  async ({ page, context, app, hasJavaScript }) => {
    const name = `Penrose ${hasJavaScript ? "Law" : "Deputies"}`;
    const address = (who: string) => `${who}-${hasJavaScript}@penrose.example.org`;
    const linkTo = async (email: string) => {
      const found = async () => (await app.mails()).find(({ to }) => to?.[0]?.address === email);
      await expect.poll(found).toBeTruthy();
      return new URL(/https?:\S+\/organisation\/join\/\S+/.exec((await found())!.text!)![0]);
    };
    const leave = () => context.clearCookies();

    await signedIn(context, app, { role_id: "administrator" });
    await open(page, "/admin/settings/organisations", hasJavaScript);
    await page.getByRole("checkbox", { name: "We work with organisations" }).check();
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText("Saved. The change is live.")).toBeVisible();
    await open(page, "/admin/organisations", hasJavaScript);
    await expectAccessible(page);
    await page.getByText("New organisation").click();
    await page.getByRole("button", { name: "Make the organisation" }).click();
    await expect(page.getByText("Enter the name of the organisation.").first()).toBeVisible();
    await page.locator("[name=name]").fill(name);
    await page.getByRole("button", { name: "Make the organisation" }).click();
    await expect(page.getByText("There is no active Owner")).toBeVisible();
    await expectAccessible(page);
    const invite = page.getByRole("button", { name: "Invite", exact: true });
    await page.getByText("Invite somebody").click();
    await page.getByLabel("Email address").fill(address("owner"));
    await invite.click();
    await expect(page.getByText("The invitation is on its way.")).toBeVisible();
    await leave();

    const ofOwner = await linkTo(address("owner"));
    await open(page, ofOwner.pathname + ofOwner.search, hasJavaScript);
    await expectAccessible(page);
    const join = page.getByRole("button", { name: "Join", exact: true });
    const register = async (firstName: string) => {
      await page.getByLabel("First name").fill(firstName);
      await page.getByLabel("Last name").fill("Penrose");
      await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
      await page.getByLabel("Confirm password").fill(PASSWORD);
      await join.click();
      await expect(page.getByRole("heading", { name: `Bookings of ${name}` })).toBeVisible();
    };
    await register("Ann");
    await expect(page.getByText("No bookings yet")).toBeVisible();
    await open(page, "/organisation/members", hasJavaScript);
    await page.getByText("Invite somebody").click();
    await page.getByLabel("Email address").fill(address("booker"));
    await invite.click();
    await expect(page.getByText("The invitation is on its way.")).toBeVisible();
    await expectAccessible(page);
    await leave();

    const ofBooker = await linkTo(address("booker"));
    await open(page, ofBooker.pathname + ofBooker.search, hasJavaScript);
    await register("Nia");
    await page.getByRole("link", { name: "New booking" }).click();
    await expect(page.getByRole("heading", { name: `Booking for ${name}` })).toBeVisible();
    await expectAccessible(page);
    await page.locator("[name=referrerPhone]").fill("07700 900123");
    await page.locator("[name=referrerRelationship]").selectOption("Solicitor");
    await continueTo(page, "Assessment Selection");
    await choose(page, "Capacity to Make a Will");
    await continueTo(page, "Location");
    await page.locator("[name=assessmentLocation]").fill("Leeds");
    await continueTo(page, "Scheduling");
    await continueTo(page, "Confirmation");
    await expect(page.getByRole("heading", { name: `Booking for ${name}` })).toBeVisible();
    await page.locator("[name=consentPrivacyPolicy]").check();
    await page.getByRole("button", { name: "Confirm Booking" }).click();
    await page.waitForURL(/\/booking\/submitted\//);

    await open(page, "/organisation", hasJavaScript);
    await expect(page.getByText("1 booking")).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("link", { name: "Who sees it" }).click();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Close this matter" }).click();
    await expect(page.getByText("The matter is closed:")).toBeVisible();
    await open(page, ofBooker.pathname + ofBooker.search, hasJavaScript);
    await expect(page.getByRole("heading", { name: "This invitation cannot be used" })).toBeVisible();
    await expectAccessible(page);
  },
);

inBothModes(
  "an Owner suspends a member, whose bookings go to another",
  async ({ page, context, app, hasJavaScript }) => {
    const { deps } = app;
    const owner = await signedIn(context, app, { first_name: "Ann", last_name: "Penrose" });
    const booker = await createUser(deps, { first_name: "Nia", last_name: "Trelawny" });
    const id = await createOrganisation(deps, { name: "Trelawny LLP", members: { owner, booker } });
    await switchOrganisationsOn(deps);
    // The server reads the settings every two seconds.
    const members = `/organisation/members?of=${id}`;
    await expect.poll(async () => (await page.request.get(members)).status()).toBe(200);
    await open(page, members, hasJavaScript);
    await page.getByRole("link", { name: "Nia Trelawny" }).click();
    await expectAccessible(page);
    await page.getByRole("radio", { name: "Reader" }).check();
    await page.getByRole("button", { name: "Change role" }).click();
    await expect(page.getByText("The role was changed.")).toBeVisible();
    await page.getByRole("button", { name: "Suspend" }).click();
    await expect(page.getByText("They are suspended and signed out everywhere.")).toBeVisible();
    await expectAccessible(page);
    await open(page, `/organisation/details?of=${id}`, hasJavaScript);
    await page.getByLabel("Billing email").fill("nobody");
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText("Enter an email address such as name@example.org.").first()).toBeVisible();
    await expectAccessible(page);
    await page.getByLabel("Billing email").fill("accounts@penrose.example.org");
    await page.getByRole("checkbox", { name: "The team sees all matters" }).check();
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText("Saved.")).toBeVisible();
  },
);
