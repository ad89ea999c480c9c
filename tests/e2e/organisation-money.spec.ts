import { issueDocument } from "../../app/features/billing/own/documents.server.ts";
import { storeAccount } from "../../app/features/billing/own/store-account.server.ts";
import { formatDate, formatMonth, londonDate } from "../../app/platform/dates.ts";
import type { TestDeps } from "../setup/deps.ts";
import { createBooking, createUser } from "../setup/factories.ts";
import { expect, expectAccessible, inBothModes, open, test } from "../setup/journey.ts";
import { createOrganisation, switchOrganisationsOn } from "../setup/organisations.ts";
import { makeInvoicesHere, testInvoice } from "../setup/own-invoices.ts";
import { signedIn, signInBrowser } from "../setup/signed-in.ts";

test.use({ hasOwnServer: true });

inBothModes(
  "Billing reads and keeps the month's statement, and a Reader the figures",
  async ({ page, context, app, hasJavaScript }) => {
    const deps = app.deps as unknown as TestDeps;
    await switchOrganisationsOn(deps);
    await makeInvoicesHere(deps);
    const [billing, reader] = [await createUser(deps), await createUser(deps)];
    const members = { billing, reader };
    const organisation_id = await createOrganisation(deps, { name: "Penrose Law", members });
    const booking = await createBooking(deps, {
      organisation_id,
      client_first_name: "Wilhelmina",
      matter_reference: "ASH/17",
      po_number: "4711",
    });
    const today = londonDate(deps.clock.now());
    const [month, name] = [today.slice(0, 7), formatMonth(today)];
    await issueDocument(deps.db, deps, { ...testInvoice(booking.id), issuedOn: today });
    await storeAccount(deps, booking);

    await signInBrowser(context, app, billing);
    // The server reads changed settings after two seconds.
    await expect.poll(async () => (await page.request.get("/organisation/statements")).status()).toBe(200);
    await open(page, "/organisation", hasJavaScript);
    await page.getByRole("link", { name: "Statements" }).first().click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Statements of Penrose Law");
    await expectAccessible(page);
    await page.getByRole("link", { name }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(`Statement for Penrose Law, ${name}`);
    await expect(page.getByText("ASH/17, PO 4711")).toBeVisible();
    await expect(page.getByText("Wilhelmina")).toHaveCount(0);
    await expectAccessible(page);
    for (const [link, file] of [
      ["Download PDF", `statement-${month}.pdf`],
      ["Export CSV", `statement-${month}.csv`],
    ] as const) {
      const [download] = await Promise.all([
        page.waitForEvent("download"),
        page.getByRole("link", { name: link }).click(),
      ]);
      expect(download.suggestedFilename()).toBe(file);
    }
    expect((await page.request.get("/organisation/figures")).status()).toBe(404);

    await signInBrowser(context, app, reader);
    expect((await page.request.get(`/organisation/statements/${month}`)).status()).toBe(404);
    await open(page, "/organisation/figures", hasJavaScript);
    await page.getByLabel("From").fill(today);
    await page.getByLabel("Until").fill(today);
    await page.getByRole("button", { name: "Show" }).click();
    await expect(
      page.getByText(`Bookings made from ${formatDate(today)} to ${formatDate(today)}`),
    ).toBeVisible();
    await expectAccessible(page);

    await signedIn(context, app, { role_id: "coordinator" });
    await open(page, `/admin/organisations/${organisation_id}`, hasJavaScript);
    await page.getByRole("link", { name: "Figures for contract meetings" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Figures of Penrose Law");
    await expectAccessible(page);
  },
);
