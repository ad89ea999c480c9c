import type { Deps } from "#app/deps.server.ts";
import { followUpOf, followUpPath } from "#app/features/follow-ups/follow-ups.server.ts";
import { findBooking } from "#app/features/booking/record/find-booking.server.ts";
import { createFolderStore } from "#app/integrations/document-store/folder-store.server.ts";
import { dataFolders } from "#app/platform/data-folder.server.ts";
import { addDays, londonDate } from "#app/platform/dates.ts";
import { createBooking } from "../setup/factories.ts";
import { expect, expectAccessible, inBothModes, open, test } from "../setup/journey.ts";
import { createReport } from "../setup/reports.ts";
import { signedIn } from "../setup/signed-in.ts";

test.use({ hasOwnServer: true });

inBothModes(
  "staff release a report with a day to look again, and the referrer answers the reminder",
  async ({ page, context, app, hasJavaScript }) => {
    const documents = createFolderStore(dataFolders({ DATA_DIR: app.dataDir }).documents, {
      minFreeBytes: 0,
    });
    const deps = { documents, jobs: { wake() {} }, ...app.deps } as unknown as Deps;
    await signedIn(context, app, { role_id: "administrator" });
    await open(page, "/admin/settings/recalls", hasJavaScript);
    await page.getByLabel("Remind referrers who agreed to it").check();
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expect(page.getByText(/saved/i).first()).toBeVisible();
    await deps.settings.reload();
    const booking = await createBooking(app.deps, { client_first_name: "Ann", client_last_name: "Hale" });
    await createReport(deps, booking.id);
    await open(page, `/admin/bookings/${booking.id}/report`, hasJavaScript);
    const today = londonDate(new Date());
    for (const box of await page
      .getByRole("group", { name: "Before you release it" })
      .getByRole("checkbox")
      .all())
      await box.check();
    await page.getByLabel("Look again on").fill(addDays(today, -1));
    await expect(page.getByLabel("The referrer agrees to a reminder of it")).not.toBeChecked();
    await page.getByLabel("The referrer agrees to a reminder of it").check();
    await page.getByRole("button", { name: "Release", exact: true }).click();
    await expect(page.getByText("Choose a day in the next five years.").first()).toBeVisible();
    await page.getByLabel("Look again on").fill(addDays(today, 50));
    await page.getByRole("button", { name: "Release", exact: true }).click();
    await expect(page.getByText("The report was released.")).toBeVisible();

    await open(page, "/admin/reports", hasJavaScript);
    await page.getByRole("link", { name: "To look again" }).click();
    await expect(page.getByRole("heading", { name: "To look again" })).toBeVisible();
    const row = page.getByRole("row", { name: "Ann Hale" });
    await expect(row).toContainText("Planned");
    await expectAccessible(page);
    await row.getByText("Do not remind").click();
    await row.getByLabel("Why").selectOption("The person objects");
    await row.getByRole("button", { name: "Stop the reminder" }).click();
    await expect(row).toContainText("The person objects");
    await row.getByRole("button", { name: "Remind again" }).click();
    await expect(row).toContainText("Planned");

    const followUp = (await followUpOf(deps.db, booking.id))!;
    await deps.db.updateTable("follow_ups").set({ state: "sent" }).execute();
    await context.clearCookies();
    const path = followUpPath(deps, (await findBooking(deps.db, booking.id))!, followUp.id);
    await open(page, `${path}&choose=later`, hasJavaScript);
    await expect(page.getByText(booking.reference)).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Remind me in 3 months" }).click();
    await expect(page.getByText(/^We will remind you about booking .* on /)).toBeVisible();
    await page.getByRole("button", { name: "Not needed" }).click();
    await expect(page.getByText("We will not remind you about booking")).toBeVisible();
    await expectAccessible(page);
  },
);
