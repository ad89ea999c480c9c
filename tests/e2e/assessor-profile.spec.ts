import type { Page } from "@playwright/test";
import type { Deps } from "#app/deps.server.ts";
import { saveSections } from "#app/features/referral/save-sections.server.ts";
import { addDays, formatShortDate, londonDate } from "#app/platform/dates.ts";
import { createBooking } from "../setup/factories.ts";
import { expect, expectAccessible, inBothModes, open } from "../setup/journey.ts";
import { signedIn, signInBrowser } from "../setup/signed-in.ts";
import { createAssessor, workdayAfter } from "../setup/visits.ts";

inBothModes(
  "an assessor changes languages and areas, and staff confirm the new end of the registration",
  async ({ page, context, app, hasJavaScript }) => {
    const deps = { ...app.deps, jobs: { wake() {} } } as unknown as Deps;
    const day = workdayAfter(londonDate(deps.clock.now()), 21);
    const [ends, renewed] = [addDays(day, -1), addDays(day, 400)];
    const last_name = `Of ${hasJavaScript}`;
    const assessor = await createAssessor(
      deps,
      { first_name: "Nadia", last_name, email: `nadia-${hasJavaScript}@example.org` },
      { registerEndsOn: ends, areas: ["YO"] },
    );
    const booking = await createBooking(app.deps, { assessment_location: "Leeds, LS6 2AB" });
    await saveSections(deps, {
      booking,
      sections: { personalDetails: { answers: { language: "Polish" } } },
      actor: { kind: "visitor", id: null },
      requestId: null,
    });
    const coordinator = await signedIn(context, app, { role_id: "coordinator" });
    const reasons = async () => {
      await open(page, `/admin/bookings/${booking.id}/visit`, hasJavaScript);
      await page.locator("[name=day]").fill(day);
      await page.getByRole("button", { name: "Show who is free" }).click();
      return page.locator(".assessor-list .option").filter({ hasText: `Nadia ${last_name}` });
    };
    await expect(await reasons()).toContainText(`Registration ended on ${formatShortDate(ends)}`);
    await expect(await reasons()).toContainText("Does not travel to LS6 · Does not speak Polish");

    // Languages and areas are the assessor's own; the registration is proposed.
    await signInBrowser(context, app, assessor);
    await open(page, "/assessor", hasJavaScript);
    await page.getByRole("link", { name: "Profile", exact: true }).filter({ visible: true }).click();
    await expectAccessible(page);
    await page.getByLabel("Postcode areas you travel to").fill("Leeds");
    await page.getByRole("button", { name: "Save profile" }).click();
    await expect(page.getByRole("alert").first()).toContainText("“Leeds” is no postcode area");
    await expectAccessible(page);
    await page.getByLabel("Postcode areas you travel to").fill("YO, LS6");
    await page.getByLabel("Languages besides English").fill("Polish");
    await page.getByRole("button", { name: "Save profile" }).click();
    await expect(page.getByText("The profile was saved.")).toBeVisible();
    await page.getByLabel("Registered until").fill(renewed);
    await page.getByRole("button", { name: "Propose changes" }).click();
    await expect(page.getByText("The office was asked to confirm your changes.")).toBeVisible();
    await expect(page.getByRole("heading", { name: "The office has not answered yet" })).toBeVisible();
    await expect(page.getByLabel("Registered until")).toHaveValue(renewed);
    await expectAccessible(page);
    await page.getByRole("button", { name: "Take it back" }).click();
    await expect(page.getByText("Your proposal was taken back.")).toBeVisible();
    await expect(page.getByLabel("Registered until")).toHaveValue(ends);
    await page.getByLabel("Registered until").fill(renewed);
    await page.getByRole("button", { name: "Propose changes" }).click();
    await expect(page.getByRole("button", { name: "Change my proposal" })).toBeVisible();

    // Before staff confirm it, the old end counts.
    await signInBrowser(context, app, coordinator);
    await expect(await reasons()).toContainText("Registration ended on");
    await expect(await reasons()).toContainText("travels to LS6 · speaks Polish");
    await open(page, "/admin/dashboard", hasJavaScript);
    const toConfirm = page.getByRole("listitem").filter({ hasText: "Assessors’ changes to confirm" });
    await toConfirm.getByRole("link", { name: `Nadia ${last_name}` }).click();
    await expect(page.getByRole("row", { name: /^Registered until/ })).toBeVisible();
    const lookUp = page.getByRole("link", { name: "Look up number SW123456: Social Work England" });
    await expect(lookUp).toHaveAttribute("href", /^https:\/\/www\.socialworkengland\.org\.uk\/$/);
    await expectAccessible(page);
    await page.getByRole("button", { name: "Refuse" }).click();
    await expect(page.getByText("Write why, so that the assessor knows what to do.").first()).toBeVisible();
    await expectAccessible(page);
    await page.getByLabel("Note to the assessor").fill("Seen on the register");
    await page.getByRole("button", { name: "Confirm" }).click();
    await expect(page.getByText("The changes were confirmed.")).toBeVisible();
    await expect(page.getByLabel("Registered until")).toHaveValue(renewed);
    await expect(await reasons()).toContainText(`registered until ${formatShortDate(renewed)}`);
    await expect(await reasons()).not.toContainText("Registration ended on");
    const mailed = async () =>
      (await app.mails()).find(({ to }) => to?.[0]?.address === assessor.email)?.text ?? "";
    await expect.poll(mailed).toMatch(/Seen on the register/);

    await signInBrowser(context, app, assessor);
    await open(page, "/assessor/profile", hasJavaScript);
    await expect(page.getByRole("button", { name: "Propose changes" })).toBeVisible();
    await expect(page.getByLabel("Registered until")).toHaveValue(renewed);
  },
);

const answerIn = async (page: Page, note: string, button: string) => {
  await page.getByLabel("Note to the assessor").fill(note);
  await page.getByRole("button", { name: button }).click();
};

inBothModes(
  "of two who answer a proposal, the second is told and keeps the note",
  async ({ page, context, app, hasJavaScript }) => {
    const deps = app.deps as unknown as Deps;
    const last_name = `Twice ${hasJavaScript}`;
    const assessor = await createAssessor(deps, { first_name: "Nadia", last_name });
    await signInBrowser(context, app, assessor);
    await open(page, "/assessor/profile", hasJavaScript);
    await page.getByLabel("Registration number").fill("SW7");
    await page.getByRole("button", { name: "Propose changes" }).click();
    await expect(page.getByText("The office was asked to confirm your changes.")).toBeVisible();

    await signedIn(context, app, { role_id: "coordinator" });
    await open(page, `/admin/assessors/${assessor.id}`, hasJavaScript);
    const other = await context.newPage();
    await open(other, `/admin/assessors/${assessor.id}`, hasJavaScript);
    await answerIn(other, "", "Confirm");
    await expect(other.getByText("The changes were confirmed.")).toBeVisible();
    await answerIn(page, "No such number", "Refuse");
    await expect(
      page.getByText("This proposal was answered or taken back by somebody else.").first(),
    ).toBeVisible();
    await expect(page.getByText("Your note: No such number")).toBeVisible();
    await expect(page.getByLabel("Registration number")).toHaveValue("SW7");
    await expectAccessible(page);
  },
);
