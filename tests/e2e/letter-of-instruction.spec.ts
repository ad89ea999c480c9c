import { createTeam, switchOrganisationsOn } from "../setup/organisations.ts";
import { createBooking } from "../setup/factories.ts";
import { expect, expectAccessible, inBothModes, open, test } from "../setup/journey.ts";
import { signInBrowser } from "../setup/signed-in.ts";

test.use({ hasOwnServer: true });

inBothModes(
  "a member opens the letter of their booking, fills in what is missing, and gets it as a file",
  async ({ page, context, app, hasJavaScript }) => {
    await switchOrganisationsOn(app.deps as never);
    const team = await createTeam(app.deps as never, { name: "Penrose Law" });
    const booking = await createBooking(app.deps, { organisation_id: team.id, booked_by: team.booker.id });
    await signInBrowser(context, app, team.booker);
    // The server reads the settings every two seconds.
    await expect.poll(async () => (await page.request.get("/organisation")).status()).toBe(200);
    await open(page, `/booking/${booking.id}`, hasJavaScript);
    await page.getByRole("link", { name: "Letter of instruction" }).click();
    await expect(page.getByRole("heading", { name: "Letter of instruction", level: 1 })).toBeVisible();
    await expect(page.getByText("Penrose Law").first()).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("link", { name: "Your matter reference" }).click();
    await page.getByLabel("Matter reference").fill("M/2027/41");
    await page.getByRole("button", { name: "Save billing details" }).click();
    await page.getByRole("link", { name: "Letter of instruction" }).click();
    await expect(page.getByText("Our matter: M/2027/41")).toBeVisible();
    await expect(page.getByRole("link", { name: "Your matter reference" })).toHaveCount(0);
    for (const name of ["PDF", "Word file"]) {
      const [download] = await Promise.all([
        page.waitForEvent("download"),
        page.getByRole("link", { name }).click(),
      ]);
      expect(download.suggestedFilename()).toContain(booking.reference);
    }
    await page.emulateMedia({ media: "print" });
    await expect(page.getByText("Still missing")).toBeHidden();
  },
);
