import type { Deps } from "../../app/deps.server.ts";
import { agreeVisit } from "../../app/features/visits/agree/change-visit.server.ts";
import { addDays, londonDate } from "../../app/platform/dates.ts";
import { createBooking } from "../setup/factories.ts";
import { expect, expectAccessible, inBothModes, open } from "../setup/journey.ts";
import { pdf } from "../setup/files.ts";
import { createMoney, createRule, earnPart } from "../setup/pay.ts";
import { signedIn, signInBrowser } from "../setup/signed-in.ts";
import { BY_STAFF, createAssessor, PLAN } from "../setup/visits.ts";

inBothModes(
  "staff say what is earned and close a month, and the assessor reads the statement",
  async ({ page, context, app, hasJavaScript }) => {
    const deps = app.deps as unknown as Deps;
    const assessor = await createAssessor(deps);
    const booking = await createBooking(deps);
    const plan = { ...PLAN, day: addDays(londonDate(deps.clock.now()), 14) };
    const change = { ...BY_STAFF, bookingId: booking.id, version: booking.version, plan };
    const visit = await agreeVisit(deps, {
      ...change,
      assessorId: assessor.id,
      isReferrerTold: false,
      overruled: null,
    });
    if (!visit.ok) throw new Error(visit.problem);
    await createMoney(deps, assessor.id);

    await signedIn(context, app, { role_id: "coordinator", handles_money: 1 });
    await open(page, "/admin/pay/rules", hasJavaScript);
    await expectAccessible(page);
    await page.getByLabel("What the rule is for").selectOption("Visit held in part");
    await page.getByLabel("Amount without VAT, in pounds").fill("1.200,00");
    await page.getByRole("button", { name: "Add rule" }).click();
    await expect(page.getByRole("alert").first()).toContainText("Do you mean £1,200.00?");
    await expectAccessible(page);
    await page.getByLabel("Amount without VAT, in pounds").fill("80.50");
    await page.getByRole("button", { name: "Add rule" }).click();
    await expect(page.getByText("The rule was added.")).toBeVisible();
    await expect(page.getByRole("cell", { name: "£80.50" }).first()).toBeVisible();

    const month = await earnPart(deps, { visitId: visit.visitId, assessorId: assessor.id });
    // The other mode may have closed it.
    await deps.db.deleteFrom("pay_statements").where("month", "=", month).execute();
    await deps.db.deleteFrom("pay_months").where("month", "=", month).execute();
    await createRule(deps, { kind: "mile", pence: 45 });
    await signInBrowser(context, app, assessor);
    await open(page, `/assessor/visits/${visit.visitId}`, hasJavaScript);
    await expect(page.getByText("£80.50 (visit held in part); £0.45 a mile")).toBeVisible();
    await page.getByRole("link", { name: "Miles and expenses" }).click();
    await page.getByLabel("Miles, there and back").fill("1.000");
    await page.getByRole("button", { name: "Claim miles" }).click();
    await expect(page.getByRole("alert").first()).toContainText("Enter miles below 1,000");
    await page.getByLabel("Miles, there and back").fill("12.4");
    await page.getByRole("button", { name: "Claim miles" }).click();
    await expect(page.getByRole("cell", { name: "£5.58" })).toBeVisible();
    await page.getByLabel("Amount, in pounds").fill("6.80");
    await page.getByRole("button", { name: "Claim expense" }).click();
    await expect(page.getByRole("alert").first()).toContainText("Select the receipt");
    await expectAccessible(page);
    const file = { name: "Meter.pdf", mimeType: "application/pdf", buffer: pdf(visit.visitId) };
    await page.getByLabel("Receipt", { exact: true }).setInputFiles(file);
    await page.getByRole("button", { name: "Claim expense" }).click();
    await expect(page.getByRole("cell", { name: "£6.80" })).toBeVisible();
    await expectAccessible(page);

    await context.clearCookies();
    await signedIn(context, app, { role_id: "coordinator", handles_money: 1 });
    await open(page, `/admin/pay?month=${month}`, hasJavaScript);
    await page.getByRole("button", { name: "Approve 12.4 miles, Priya Nair" }).first().click();
    await expect(page.getByText("It was approved, and is in the next statement.")).toBeVisible();
    await page.getByRole("button", { name: "Refuse Parking, Priya Nair" }).first().click();
    await expect(page.getByText("Say why. The assessor reads it.").first()).toBeVisible();
    await page.getByLabel("Why it is refused").first().fill("The receipt is of another day.");
    await page.getByRole("button", { name: "Refuse Parking, Priya Nair" }).first().click();
    await expect(page.getByText("It was refused. The assessor gets an email.")).toBeVisible();
    await open(page, `/admin/pay?month=${month}`, hasJavaScript);
    await expect(page.getByRole("cell", { name: booking.reference }).first()).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("button", { name: /^Close / }).click();
    await expect(page.getByText("The month was closed.")).toBeVisible();
    await expectAccessible(page);
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("link", { name: "Bank file" }).click(),
    ]);
    expect(download.suggestedFilename()).toBe(`pay-${month}-bank.csv`);

    await context.clearCookies();
    await signInBrowser(context, app, assessor);
    await open(page, "/assessor/pay", hasJavaScript);
    await expectAccessible(page);
    await page.getByRole("link", { name: /^PAY-/ }).click();
    await expect(page.getByRole("heading", { level: 1 })).toContainText("Statement PAY-");
    await expect(page.getByRole("cell", { name: booking.reference }).first()).toBeVisible();
    await expect(page.getByRole("cell", { name: "Miles: 12.4 at £0.45" })).toBeVisible();
    await expectAccessible(page);
  },
);
