import type { Deps } from "#app/deps.server.ts";
import { londonDate } from "#app/platform/dates.ts";
import { replyToRequest } from "#app/features/contributions/reply.server.ts";
import { savedParts } from "#app/features/contributions/contribution-rows.server.ts";
import { savePart, sendParts } from "#app/features/contributions/save-part.server.ts";
import { agreeVisit } from "#app/features/visits/agree/change-visit.server.ts";
import { createContribution, linkOf, namePerson } from "../setup/contributions.ts";
import { createBooking } from "../setup/factories.ts";
import { expect, expectAccessible, inBothModes, open, test } from "../setup/journey.ts";
import { signedIn, signInBrowser } from "../setup/signed-in.ts";
import { BY_STAFF, createAssessor, PLAN, workdayAfter } from "../setup/visits.ts";

inBothModes(
  "a referrer asks a care home on paper, and a doctor answers by a link",
  async ({ page, context, app, hasJavaScript }) => {
    const deps = app.deps as unknown as Deps;
    const booking = await createBooking(deps);
    await namePerson(deps, booking);
    await open(page, `/referral-form/${booking.id}/personal-details?token=${booking.token}`, hasJavaScript);
    await page.getByRole("link", { name: "Ask somebody to fill in a part" }).click();
    await page.getByRole("link", { name: "Ask somebody", exact: true }).click();
    await page.getByRole("button", { name: "Ask" }).click();
    await expect(page.getByText("Tick what you want them to fill in.").first()).toBeVisible();
    await expectAccessible(page);
    await page.getByLabel("Their name").fill("Rose Court, the manager");
    await page.getByLabel("On paper: print a sheet").check();
    await page.getByLabel("Who are they?").selectOption("Care home or carer");
    await page.getByLabel("From the care home or carer").check();
    await page.getByLabel("Nobody has asked the person").check();
    await page.getByRole("button", { name: "Ask" }).click();
    await expect(page.getByRole("heading", { name: "Some questions about Edith Marsh" })).toBeVisible();
    await expectAccessible(page);

    const { id } = await createContribution(deps, booking);
    const { path } = await linkOf(deps, id);
    await open(page, path, hasJavaScript);
    await expect(page.getByText("Edith")).toHaveCount(0);
    const birth = async (year: string) => {
      await page.getByLabel("Day", { exact: true }).fill("27");
      await page.getByLabel("Month", { exact: true }).fill("3");
      await page.getByLabel("Year", { exact: true }).fill(year);
      await page.getByRole("button", { name: "Continue" }).click();
    };
    await birth("1942");
    await expect(page.getByText("This is not the date of birth that we have").first()).toBeVisible();
    await expectAccessible(page);
    await birth("1941");
    await expect(page.getByText("Edith Marsh")).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("link", { name: "From the doctor" }).click();
    await expectAccessible(page);
    await page.getByLabel("Diagnoses").fill("Mixed dementia since 2024");
    await page.getByLabel("Cognitive tests").fill("ACE-III 71");
    await page.getByLabel("Medicines that may affect thinking").fill("Memantine");
    if (hasJavaScript) {
      // Offline for a moment: what is typed stays, and is saved afterwards.
      await context.setOffline(true);
      await page.getByLabel("Does it come and go?").fill("Best before noon");
      await expect(page.getByText("You seem to be offline.")).toBeVisible({ timeout: 10_000 });
      await context.setOffline(false);
      await expect(page.getByText(/^Saved at/)).toBeVisible({ timeout: 10_000 });
    }
    await page.getByRole("button", { name: "Send to Joanna" }).click();
    await expect(page.getByText("Thank you. Your answers were sent.")).toBeVisible();
  },
);

inBothModes(
  "staff key in a sheet, the referrer takes over what is right, and the assessor reads the sources",
  async ({ page, context, app, hasJavaScript }) => {
    const deps = app.deps as unknown as Deps;
    const booking = await createBooking(deps);
    const assessor = await createAssessor(deps);
    const day = workdayAfter(londonDate(deps.clock.now()), 30);
    const visit = await agreeVisit(deps, {
      ...BY_STAFF,
      bookingId: booking.id,
      version: booking.version,
      plan: { ...PLAN, day },
      assessorId: assessor.id,
      isReferrerTold: false,
      overruled: null,
    });
    if (!visit.ok) throw new Error(visit.problem);
    const { id: paperId } = await createContribution(deps, booking, {
      name: "Rose Court, the manager",
      way: "sheet",
      role: "care",
      parts: ["care"],
      basis: "nobody-asked",
    });
    const { id } = await createContribution(deps, booking);
    const { by } = await linkOf(deps, id);
    const answers = {
      diagnoses: "Mixed dementia since 2024",
      cognitiveTests: "ACE-III 71",
      medicines: "Memantine",
    };
    await savePart(deps, { contributionId: id, by, save: { partKey: "doctor", answers, saveIds: [] } });
    await sendParts(deps, { contributionId: id, by, hasPapers: false });

    await signedIn(context, app, { role_id: "coordinator" });
    await open(page, `/admin/bookings/${booking.id}/part/${paperId}`, hasJavaScript);
    await expectAccessible(page);
    await page.getByLabel("C1 Best time and place").fill("After breakfast, in the garden room");
    await page.getByRole("button", { name: "Save “From the care home or carer”" }).click();
    await expect(page.getByText("Saved.")).toBeVisible();
    await page.getByRole("button", { name: "Record it as answered" }).click();
    await expect(page.getByText("The sheet was recorded as answered.")).toBeVisible();

    await context.clearCookies();
    await open(page, `/referral-form/${booking.id}/help/${id}?token=${booking.token}`, hasJavaScript);
    await expectAccessible(page);
    await page.getByRole("group", { name: "Medicines" }).getByLabel("Keep mine").check();
    await page.getByRole("button", { name: "Save what I chose" }).click();
    await expect(page.getByText("Saved. The referral has what you took over")).toBeVisible();
    await open(page, `/referral-form/${booking.id}/property-finance`, hasJavaScript);
    await expect(page.getByLabel("Diagnosed conditions")).toHaveValue("Mixed dementia since 2024");
    await expect(page.getByLabel("Current medications")).toHaveValue("");

    await signInBrowser(context, app, assessor);
    await open(page, `/assessor/visits/${visit.visitId}`, hasJavaScript);
    const told = page.getByRole("region", { name: "Also told us" });
    await expect(told).toContainText("Dr Sarah Green, doctor or nurse");
    await expect(told).toContainText("Basis: nobody has asked the person");
    await expect(told).toContainText("ACE-III 71");
    await expect(told).toContainText("Medicines that may affect thinking (not taken over into the referral)");
    await expect(told).toContainText("After breakfast, in the garden room");
    await expectAccessible(page);
  },
);

test("whoever is asked reads what has become of it", async ({ page, context, app }) => {
  const deps = app.deps as unknown as Deps;
  const booking = await createBooking(deps);
  const openPart = async (id: string) => {
    const { cookie } = await linkOf(deps, id);
    const [name, ...value] = cookie.split("=");
    await context.addCookies([{ name: name!, value: value.join("="), url: app.origin }]);
    await open(page, `/part/${id}`);
  };
  const asked = async (email: string) => {
    const { id } = await createContribution(deps, booking, { email });
    const { by } = await linkOf(deps, id);
    const answers = { diagnoses: "Mixed dementia since 2024" };
    await savePart(deps, { contributionId: id, by, save: { partKey: "doctor", answers, saveIds: [] } });
    return { id, by };
  };
  const declined = await asked("declined@example.org");
  await replyToRequest(deps, { asked: { id: declined.id } as never, by: declined.by }, { kind: "declined" });
  const expired = await asked("expired@example.org");
  await deps.db
    .updateTable("contributions")
    .set({ until_on: "2020-01-01" })
    .where("id", "=", expired.id)
    .execute();
  const sent = await asked("sent@example.org");
  await sendParts(deps, { contributionId: sent.id, by: sent.by, hasPapers: false });
  const waiting = await asked("waiting@example.org");
  const states: [id: string, words: string][] = [
    [declined.id, "You have told us that you cannot help."],
    [expired.id, "The last day was"],
    [sent.id, "Your answers were sent to Joanna"],
    [waiting.id, "What you are asked"],
  ];
  for (const [id, words] of states) {
    await openPart(id);
    await expect(page.getByText(words).first()).toBeVisible();
    await expectAccessible(page);
  }
  await deps.db.updateTable("bookings").set({ status: "cancelled" }).where("id", "=", booking.id).execute();
  await openPart(waiting.id);
  await expect(page.getByText("This is no longer needed")).toBeVisible();
  await expectAccessible(page);
});

test("doctor and care home write at once, both offline for a moment, and both send", async ({
  browser,
  app,
}) => {
  const deps = app.deps as unknown as Deps;
  const booking = await createBooking(deps);
  const doctor = await createContribution(deps, booking);
  const home = await createContribution(deps, booking, {
    name: "Rose Court",
    email: "home@example.org",
    role: "care",
    parts: ["care"],
  });
  const writers = await Promise.all(
    [
      { id: doctor.id, part: "doctor", label: "Diagnoses", text: "Mixed dementia since 2024" },
      { id: home.id, part: "care", label: "Best time and place", text: "After breakfast" },
    ].map(async (writer) => {
      const context = await browser.newContext({ baseURL: app.origin });
      const { cookie } = await linkOf(deps, writer.id);
      const [name, ...value] = cookie.split("=");
      await context.addCookies([{ name: name!, value: value.join("="), url: app.origin }]);
      const page = await context.newPage();
      await open(page, `/part/${writer.id}/${writer.part}`);
      return { ...writer, context, page };
    }),
  );
  for (const { context, page, label, text } of writers) {
    await context.setOffline(true);
    await page.getByLabel(label).fill(text);
  }
  for (const { page } of writers)
    await expect(page.getByText("You seem to be offline.")).toBeVisible({ timeout: 10_000 });
  for (const { context } of writers) await context.setOffline(false);
  for (const { page } of writers) {
    await expect(page.getByText(/^Saved at/)).toBeVisible({ timeout: 10_000 });
    await page.getByRole("button", { name: "Send to Joanna" }).click();
    await expect(page.getByText("Thank you. Your answers were sent.")).toBeVisible();
  }
  const saved = await savedParts(deps, [doctor.id, home.id]);
  expect(
    [...saved.values()]
      .flatMap((parts) => Object.values(parts))
      .flatMap((part) => Object.values(part!.answers).filter(Boolean))
      .sort(),
  ).toEqual([...["After breakfast", "Mixed dementia since 2024"]]);
  for (const { context } of writers) await context.close();
});
