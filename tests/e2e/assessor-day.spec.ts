import type { Deps } from "#app/deps.server.ts";
import type { UserRow } from "#app/features/accounts/record/tables.ts";
import type { Answer } from "#app/kit/sections/fields.ts";
import { SECTION_KEYS, sectionFields, type SectionKey } from "#app/features/referral/sections/sections.ts";
import { saveSections } from "#app/features/referral/save-sections.server.ts";
import { EXPLANATIONS } from "#app/features/catalogue/explanations.ts";
import { agreeVisit } from "#app/features/visits/agree/change-visit.server.ts";
import { addDays, londonDate } from "#app/platform/dates.ts";
import { createBooking } from "../setup/factories.ts";
import { expect, expectAccessible, inBothModes, open, test } from "../setup/journey.ts";
import type { ServerProcess } from "../setup/server-process.ts";
import { signedIn, signInBrowser } from "../setup/signed-in.ts";
import { BY_STAFF, createAssessor, giveProfile, PLAN } from "../setup/visits.ts";

type Sections = Partial<Record<SectionKey, { answers: Record<string, Answer> }>>;

const visitor = { actor: { kind: "visitor" as const, id: null }, requestId: null };

async function agreed(
  app: ServerProcess,
  assessor: UserRow,
  start: string,
  sections: Sections,
  lines?: Parameters<typeof createBooking>[2],
) {
  const deps = { ...app.deps, jobs: { wake() {} } } as unknown as Deps;
  const booking = await createBooking(app.deps, {}, lines);
  await saveSections(deps, { booking, sections, ...visitor });
  const plan = { ...PLAN, day: addDays(londonDate(deps.clock.now()), 1), start };
  const visit = await agreeVisit(deps, {
    ...BY_STAFF,
    bookingId: booking.id,
    version: booking.version,
    isReferrerTold: false,
    plan,
    assessorId: assessor.id,
    overruled: null,
  });
  if (!visit.ok) throw new Error(visit.problem);
  return { booking, visitId: visit.visitId };
}

const SECTIONS: Sections = {
  personalDetails: {
    answers: { firstName: "Edith", lastName: "Marsh", phone: "0113 496 0123", countryCode: "+44" },
  },
  communicationAids: {
    answers: { informationFormats: ["Large print"], riskAssessments: "A dog", sensoryImpairments: ["None"] },
  },
};

inBothModes(
  "an assessor's day ends with a second visit and one that was not held",
  async ({ page, context, app, hasJavaScript }) => {
    const assessor = await signedIn(context, app, { role_id: "assessor", first_name: "Priya" });
    await giveProfile(app.deps as unknown as Deps, assessor);
    const first = await agreed(app, assessor, "09:30", SECTIONS);
    const second = await agreed(app, assessor, "14:00", SECTIONS);
    await open(page, "/assessor", hasJavaScript);
    await page
      .getByRole("link", { name: /^\w+day/ })
      .first()
      .click();
    await expect(page.getByRole("heading", { name: "Communication needs" })).toBeVisible();
    await expect(page.getByRole("link", { name: /113 496 0123/ })).toHaveAttribute(
      "href",
      "tel:+441134960123",
    );
    await expect(page.getByText("A dog")).toBeVisible();
    await expectAccessible(page);
    await page.getByLabel("Note", { exact: true }).fill("The bell is broken");
    await page.getByRole("button", { name: "Send note" }).click();
    await expect(page.getByText("The note was sent to the office.")).toBeVisible();

    const yesterday = addDays(londonDate(app.deps.clock.now()), -1);
    await app.deps.db
      .updateTable("visits")
      .set({ day: yesterday })
      .where("id", "in", [first.visitId, second.visitId])
      .execute();
    await open(page, "/assessor", hasJavaScript);
    await expect(page.getByRole("heading", { name: "Outcome missing" })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("link", { name: "09:30" }).click();
    await page.getByRole("button", { name: "Record outcome" }).click();
    await expect(page.getByText("Choose how much of the visit took place.").first()).toBeVisible();
    await expectAccessible(page);
    await page.getByLabel("Held in part, second visit needed").check();
    await page.getByLabel("Start").fill("9:30");
    await page.getByLabel("End", { exact: true }).fill("10:15");
    await page.getByLabel("In person").check();
    await page.getByLabel("How did you confirm").fill("Her passport");
    await page.getByRole("button", { name: "Record outcome" }).click();
    await expect(page.getByText("The outcome was recorded. Thank you.")).toBeVisible();

    await open(page, `/assessor/visits/${second.visitId}/outcome`, hasJavaScript);
    await page.getByLabel("Not held", { exact: true }).check();
    await page.getByLabel("Nobody was at home").check();
    await page.getByRole("button", { name: "Record outcome" }).click();
    await expect(page.getByText("Not held: nobody was at home")).toBeVisible();

    await signedIn(context, app, { role_id: "coordinator" });
    await open(page, `/admin/bookings/${first.booking.id}`, hasJavaScript);
    await expect(page.getByText("The bell is broken")).toBeVisible();
    await expect(page.getByText("Held in part, second visit needed").first()).toBeVisible();
    await expectAccessible(page);
  },
);

const ALL = Object.keys(EXPLANATIONS).map((id) => ({
  assessment_id: id,
  name: `Assessment ${id}`,
  price_pence: 59_500,
}));

/** Each answer as long as a referral takes them in practice. */
function longAnswers(): Sections {
  const words = "She follows a talk well in the morning, tires after lunch, and asks for her late husband. ";
  const answer = (field: ReturnType<typeof sectionFields>[number]): Answer => {
    if (field.kind === "flag") return true;
    if (field.kind === "checkboxes") return field.options.filter((option) => option !== "None");
    if (field.kind === "radio") return field.options[0]!;
    if (field.kind === "select") return field.options.at(-1)!;
    if (field.kind === "longText") return words.repeat(12);
    if (field.kind === "date") return "1941-03-27";
    return "Alexandrina Featherstonehaugh";
  };
  return Object.fromEntries(
    SECTION_KEYS.map((key) => [
      key,
      { answers: Object.fromEntries(sectionFields(key).map((field) => [field.name, answer(field)])) },
    ]),
  );
}

test("the pack of the longest referral prints on two pages", async ({ page, context, app }) => {
  const assessor = await signedIn(context, app, { role_id: "assessor" });
  await giveProfile(app.deps as unknown as Deps, assessor);
  const { visitId } = await agreed(app, assessor, "09:30", longAnswers(), ALL);
  await open(page, `/assessor/visits/${visitId}/pack`);
  await expectAccessible(page);
  const pdf = await page.pdf({ preferCSSPageSize: true });
  expect(pdf.toString("latin1").match(/\/Type\s*\/Page\b/g)).toHaveLength(2);
});

const pagesOf = (pdf: Buffer) => pdf.toString("latin1").match(/\/Type\s*\/Page\b/g)?.length;

inBothModes(
  "the letter to the person is printed on one page, and handed to the referrer",
  async ({ page, context, app, hasJavaScript }) => {
    const assessor = await createAssessor(app.deps as unknown as Deps);
    const lines = ["health-welfare", "property-finance"].map((id) => ({
      assessment_id: id,
      name: `Assessment ${id}`,
      price_pence: 59_500,
    }));
    const { booking, visitId } = await agreed(
      app,
      assessor,
      "09:30",
      {
        ...SECTIONS,
        communicationAids: { answers: { informationFormats: ["Easy read"] } },
      },
      lines,
    );
    const referrersPage = `/booking/${booking.id}?token=${booking.token}`;
    await open(page, referrersPage, hasJavaScript);
    await expect(page.getByRole("link", { name: "Letter about the visit" })).toBeHidden();

    await signedIn(context, app, { role_id: "administrator" });
    await open(page, "/admin/settings/checks", hasJavaScript);
    await page.getByLabel("Letter in easy read: checked by").fill("Ann Ely");
    await page.getByLabel("Letter in easy read: day of the check").fill("2026-11-25");
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText("Saved. The change is live.").first()).toBeVisible();

    await signedIn(context, app, { role_id: "coordinator" });
    await open(page, `/admin/bookings/${booking.id}`, hasJavaScript);
    await page.getByRole("link", { name: "Letter to the client" }).click();
    await expect(page.getByRole("heading", { name: "A visit to talk with you" })).toBeVisible();
    await expect(page.getByText("Not offered until an Administrator names")).toContainText("Cymraeg");
    await expectAccessible(page);
    expect(pagesOf(await page.pdf({ preferCSSPageSize: true }))).toBe(1);
    await page.getByRole("link", { name: "Plain English", exact: true }).click();
    await expect(page.getByText("Dear Edith Marsh")).toBeVisible();
    await expect(page.getByText("Priya, social worker")).toBeVisible();
    expect(pagesOf(await page.pdf({ preferCSSPageSize: true }))).toBe(1);
    await page.getByRole("button", { name: "Record the letter" }).click();
    await expect(page.getByText("Choose how the letter is given.").first()).toBeVisible();
    await expectAccessible(page);
    await page.getByLabel("Printed and posted").check();
    await page.getByRole("button", { name: "Record the letter" }).click();
    await page.getByRole("link", { name: "Letter to the client" }).click();
    await page.getByRole("button", { name: /^Remove: Printed and posted/ }).click();
    await expect(page.getByText("The record was removed.")).toBeVisible();
    await page.getByLabel("Handed to the referrer").check();
    await page.getByRole("button", { name: "Record the letter" }).click();
    await expect(page.getByText("The letter was recorded.")).toBeVisible();
    await expect(page.getByText(/Letter to the client: handed to the referrer, /)).toBeVisible();

    await signInBrowser(context, app, assessor);
    await open(page, `/assessor/visits/${visitId}/letter`, hasJavaScript);
    await expect(page.getByText("You can stop at any time")).toBeVisible();
    await page.getByRole("button", { name: "Record the letter" }).click();
    await expect(page.getByText(/Given by hand, .* recorded by you/)).toBeVisible();
    await expectAccessible(page);
    expect(pagesOf(await page.pdf({ preferCSSPageSize: true }))).toBe(1);

    await context.clearCookies();
    await open(page, referrersPage, hasJavaScript);
    await page.getByRole("link", { name: "Letter about the visit" }).click();
    await expect(page.getByRole("heading", { name: "You can have somebody with you" })).toBeVisible();
    await expectAccessible(page);
    expect(pagesOf(await page.pdf({ preferCSSPageSize: true }))).toBe(1);
    await page.getByRole("link", { name: "Plain English, large print" }).click();
    await expect(page.getByText("Dear Edith Marsh")).toBeVisible();
    expect(pagesOf(await page.pdf({ preferCSSPageSize: true }))).toBeLessThanOrEqual(2);
  },
);
