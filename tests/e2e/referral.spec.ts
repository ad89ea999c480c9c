import type { Page } from "@playwright/test";
import { findAssessment, readAssessments } from "#app/features/catalogue/catalogue.ts";
import { fieldsOf, type Field } from "#app/kit/sections/fields.ts";
import { readReferral } from "#app/features/referral/queries.server.ts";
import { SECTIONS, type SectionKey } from "#app/features/referral/sections/sections.ts";
import { createBooking } from "../setup/factories.ts";
import { expect, expectAccessible, inBothModes, open, test } from "../setup/journey.ts";
import type { ServerProcess } from "../setup/server-process.ts";
import { signedIn } from "../setup/signed-in.ts";

const ALL_FORMS = [
  "Property and Finance Capacity Assessment",
  "Health and Welfare Capacity Assessment",
  "Capacity to Make a Will",
  "Capacity to Litigate Assessment",
  "Capacity to Make a Gift",
];

const TYPED: Record<string, string> = {
  phone: "0113 496 0123",
  nextOfKinPhone: "07700 900123",
  gpPhone: "0113 496 0999",
  nhsNumber: "943 476 5919",
  email: "edith@example.org",
  postcode: "ls1 4ap",
};

function bookFor({ deps }: ServerProcess, names: string[]) {
  const lines = readAssessments(names).ids.map((id) => {
    return { assessment_id: id, name: findAssessment(id)!.name, price_pence: 59_500 };
  });
  return createBooking(deps, { client_first_name: "Edith", client_last_name: "Marsh" }, lines);
}

async function answer(page: Page, field: Field): Promise<void> {
  const named = (suffix = "") => page.locator(`[name="${field.name}${suffix}"]`);
  switch (field.kind) {
    case "flag":
      return named().check();
    case "checkboxes":
      return page.locator(`[name="${field.name}"][value="${field.options[0]}"]`).check();
    case "radio":
      return page.locator(`[name="${field.name}"][value="${field.options.at(-1)}"]`).check();
    case "select":
      return void (await named().selectOption(field.options[0]!));
    case "countryCode":
      return;
    case "date":
      await named("-day").fill("27");
      await named("-month").fill("3");
      return named("-year").fill("1941");
    default:
      return named().fill(TYPED[field.name] ?? `${field.name} <b>Llŷr</b> قدرة 👵🏽`);
  }
}

async function answerAll(page: Page, key: SectionKey): Promise<void> {
  for (const field of fieldsOf(SECTIONS[key])) {
    if (!field.revealedBy || (await page.locator(`[name="${field.name}"]`).isVisible()))
      await answer(page, field);
  }
}

const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name, exact: true });
const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();

inBothModes("a referral with all five forms is filled in, submitted and printed", async (fixtures) => {
  test.setTimeout(180_000);
  const { page, app, hasJavaScript } = fixtures;
  const booking = await bookFor(app, ALL_FORMS);
  await open(page, `/referral-form/${booking.id}?token=${booking.token}`, hasJavaScript);
  await expect(page.locator("[name=firstName]")).toHaveValue("Edith");
  const keys: SectionKey[] = [
    "personalDetails",
    "propertyFinance",
    "healthWelfare",
    "testamentary",
    "litigate",
    "gift",
    "communicationAids",
  ];
  for (const key of keys) {
    await expect(heading(page, SECTIONS[key].title)).toBeVisible();
    await answerAll(page, key);
    if (hasJavaScript && key === "personalDetails")
      await expect(page.getByLabel("Postcode", { exact: true })).toHaveValue("LS1 4AP");
    await press(page, "Continue");
  }
  await expect(heading(page, "Legal Information (Appendix 1)")).toBeVisible();
  await press(page, "Submit Referral Forms");
  await expect(page.getByText("Your referral forms have been submitted successfully.").first()).toBeVisible();
  await expect(page.getByText("Complete", { exact: true })).toHaveCount(7);
  await expectAccessible(page);

  const { section } = await readReferral(app.deps, booking);
  expect(section("personalDetails").answers).toMatchObject({
    firstName: "firstName <b>Llŷr</b> قدرة 👵🏽",
    dob: "1941-03-27",
    postcode: "LS1 4AP",
    phone: "1134960123",
    phoneAsTyped: "0113 496 0123",
    interpreterNeeded: true,
  });
  expect(section("gift").answers).toMatchObject({ hasPastGifts: "no", pastGiftType: "" });

  await open(page, `/referral-form/${booking.id}/print`, hasJavaScript);
  await expect(page.getByText("27 March 1941")).toBeVisible();
  await expect(page.getByText("situationSummary <b>Llŷr</b> قدرة 👵🏽").first()).toBeVisible();
});

inBothModes("each page of a referral can be used by everyone", async ({ page, app, hasJavaScript }) => {
  test.setTimeout(180_000);
  const { id, token } = await bookFor(app, [...ALL_FORMS, "Other"]);
  for (const slug of [
    ...Object.values(SECTIONS).map((section) => section.slug),
    "legal-information",
    "print",
    "cop3",
  ]) {
    await test.step(slug, async () => {
      await open(page, `/referral-form/${id}/${slug}?token=${token}`, hasJavaScript);
      await expectAccessible(page);
    });
  }
});

inBothModes(
  "the decision and the court are told in optional sections, and drafted for form COP3",
  async (fixtures) => {
    const { page, app, hasJavaScript } = fixtures;
    const booking = await bookFor(app, ["Capacity to Sell Property"]);
    await open(page, `/referral-form/${booking.id}/personal-details?token=${booking.token}`, hasJavaScript);
    await press(page, "The decision");
    await page.getByLabel("The decision", { exact: true }).fill("Whether to sell 4 Elm Road");
    await press(page, "Continue");
    await expect(heading(page, "Communication & Risk")).toBeVisible();
    await press(page, "The report and the court");
    await page.getByLabel("Steps that may help").fill("Mornings, with her daughter");
    await page.getByLabel("For the assessor only").fill("Her nephew presses her");
    await press(page, "Save");
    await expect(page.getByText(/^Saved at/)).toBeVisible();
    await page.getByRole("link", { name: "Draft answers for form COP3, Part A" }).click();
    await expect(heading(page, "Draft answers for form COP3, Part A")).toBeVisible();
    await expect(page.getByText("Mornings, with her daughter")).toBeVisible();
    await expect(page.getByText("Her nephew presses her")).toHaveCount(0);
    await expect(page.getByRole("heading", { name: "Still missing" })).toBeVisible();
  },
);

inBothModes("a booking without forms asks for the person, risks, and shows the law", async (fixtures) => {
  const { page, app, hasJavaScript } = fixtures;
  const booking = await bookFor(app, ["Capacity to Sell Property", "Other"]);
  await open(page, `/referral-form/${booking.id}/personal-details?token=${booking.token}`, hasJavaScript);
  await press(page, "Continue");
  await expect(heading(page, "Communication & Risk")).toBeVisible();
  await page.locator("[name=allergies]").fill("Penicillin");
  await press(page, "Back");
  await expect(heading(page, "Personal Details")).toBeVisible();
  await press(page, "Communication & Risk");
  await expect(page.locator("[name=allergies]")).toHaveValue("Penicillin");
  await page.locator("[name=riskAssessments]").fill("None known");
  await press(page, "Legal Information");
  await press(page, "Submit Referral Forms");
  await expect(page.getByRole("alert")).toContainText("Please enter the date of birth.");
  await expect(page).toHaveTitle(/^Error: /);
  await expectAccessible(page);

  await page.getByRole("link", { name: "Please enter the date of birth." }).click();
  await expect(heading(page, "Personal Details")).toBeVisible();
  await expect(page.getByText("Please enter the date of birth.")).toBeVisible();
  await expect(page.locator("[name=dob-day]")).toBeFocused();
  await expectAccessible(page);
  await open(page, `/referral-form/${booking.id}/communication-risk`, hasJavaScript);
  await expect(page.locator("[name=riskAssessments]")).toHaveValue("None known");
});

inBothModes("two people who change the same section both see both texts", async (fixtures) => {
  const { page, context, app, hasJavaScript } = fixtures;
  const booking = await bookFor(app, ["Capacity to Make a Will"]);
  const path = `/referral-form/${booking.id}/testamentary`;
  await open(page, `${path}?token=${booking.token}`, hasJavaScript);
  const other = await context.newPage();
  await open(other, path, hasJavaScript);
  await other.locator("[name=familyTree]").fill("One daughter");
  await press(other, "Continue");
  await expect(heading(other, "Communication & Risk")).toBeVisible();

  await page.locator("[name=familyTree]").fill("Two sons");
  await page.locator("[name=estateSize]").fill("£200,000");
  await press(page, "Continue");
  const panel = page.locator("#conflict");
  if (hasJavaScript) await expect(panel).toBeFocused();
  await expect(panel).toContainText("One daughter");
  await expect(panel).toContainText("Two sons");
  await expectAccessible(page);
  page.on("dialog", (dialog) => dialog.dismiss());
  await page.locator('[name="choose.familyTree"][value="saved"]').check();
  await press(page, "Save");
  await expect(panel).toHaveCount(0);
  await expect(page.locator("[name=familyTree]")).toHaveValue("One daughter");
  await expect(page.locator("[name=estateSize]")).toHaveValue("£200,000");
  await other.close();
});

test.describe("while the server is away", () => {
  test.use({ hasFaults: true });

  test("what was typed is saved two seconds later and survives the server's death", async ({ page, app }) => {
    const booking = await bookFor(app, ["Capacity to Make a Will"]);
    const path = `/referral-form/${booking.id}/testamentary`;
    await page.clock.install();
    await open(page, `${path}?token=${booking.token}`);
    await page.locator("[name=clientWishes]").fill("All to the daughter");
    await page.clock.fastForward(2_000);
    await expect(page.getByRole("status").getByText(/^Saved at \d\d:\d\d$/)).toBeVisible();
    await app.stop("SIGKILL");
    await page.locator("[name=estateSize]").fill("About £200,000");
    await page.clock.fastForward(2_000);
    await expect(page.getByText(/What you typed is kept on this page/)).toBeVisible();
    await app.start();
    await page.clock.fastForward(5_000);
    await expect(page.getByRole("status").getByText(/^Saved at /)).toBeVisible();
    await page.reload();
    await expect(page.locator("[name=clientWishes]")).toHaveValue("All to the daughter");
    await expect(page.locator("[name=estateSize]")).toHaveValue("About £200,000");
  });
});

test("a reload brings unsaved text back, and leaving with it is asked about first", async ({ page, app }) => {
  const booking = await bookFor(app, ["Capacity to Make a Will"]);
  await page.clock.install();
  await open(page, `/referral-form/${booking.id}/testamentary?token=${booking.token}`);
  await page.route("**/autosave", (route) => route.abort());
  await page.locator("[name=clientWishes]").fill("All to the daughter");
  page.on("dialog", (dialog) => dialog.accept());
  await page.reload();
  await page.locator("html[data-alive]").waitFor({ state: "attached" });
  await expect(page.locator("[name=clientWishes]")).toHaveValue("All to the daughter");
  await page.unroute("**/autosave");
  await page.clock.fastForward(2_000);
  await expect(page.getByRole("status").getByText(/^Saved at /)).toBeVisible();
  const kept = () => page.evaluate(() => JSON.stringify([{ ...sessionStorage }, { ...localStorage }]));
  await expect.poll(kept).not.toContain("daughter");
});

test("a link that leads elsewhere saves first, and asks where that fails", async ({ page, app }) => {
  const booking = await bookFor(app, ["Capacity to Make a Will"]);
  await open(page, `/referral-form/${booking.id}/testamentary?token=${booking.token}`);
  await page.route("**/autosave", (route) => route.abort());
  const wishes = page.locator("[name=clientWishes]");
  await wishes.fill("All to the daughter");
  // Dismissed at once: the click may not end while the dialog is open.
  const isDismissed = page.waitForEvent("dialog").then((dialog) => dialog.dismiss());
  await page.getByRole("link", { name: "Accessibility" }).click();
  await isDismissed;
  await expect(wishes).toHaveValue("All to the daughter");
  await page.unroute("**/autosave");
  await page.getByRole("link", { name: "Accessibility" }).click();
  await expect(heading(page, "Accessibility")).toBeVisible();
  const saved = (await readReferral(app.deps, booking)).section("testamentary");
  expect(saved.answers).toMatchObject({ clientWishes: "All to the daughter" });
});

test("unsaved text comes back to its writer, and to nobody else at the same browser", async ({
  page,
  context,
  app,
}) => {
  const booking = await bookFor(app, ["Capacity to Make a Will"]);
  const path = `/referral-form/${booking.id}/testamentary`;
  await page.route("**/autosave", (route) => route.abort());
  page.on("dialog", (dialog) => dialog.accept());
  await signedIn(context, app, { role_id: "coordinator" });
  const ofWriter = await context.cookies();
  await page.clock.install();
  await open(page, path);
  await page.locator("[name=clientWishes]").fill("All to the daughter");
  await page.clock.fastForward(2_000);
  await expect(page.getByText("You seem to be offline.")).toBeVisible();
  await signedIn(context, app, { role_id: "coordinator" });
  await open(page, path);
  await expect(page.locator("[name=clientWishes]")).toHaveValue("");
  await context.addCookies(ofWriter);
  await open(page, path);
  await expect(page.locator("[name=clientWishes]")).toHaveValue("All to the daughter");
});

test("a choice between two texts that cannot be sent is kept, and tried again", async ({
  page,
  context,
  app,
}) => {
  const booking = await bookFor(app, ["Capacity to Make a Will"]);
  const path = `/referral-form/${booking.id}/testamentary`;
  await open(page, `${path}?token=${booking.token}`);
  const other = await context.newPage();
  await open(other, path);
  await other.locator("[name=familyTree]").fill("One daughter");
  await press(other, "Continue");
  await expect(heading(other, "Communication & Risk")).toBeVisible();
  await other.close();
  await page.locator("[name=familyTree]").fill("Two sons");
  await press(page, "Save");
  await page.locator('[name="choose.familyTree"][value="mine"]').check();
  await page.route("**/autosave", (route) => route.abort());
  await press(page, "Continue");
  await expect(page.getByText("You seem to be offline.")).toBeVisible();
  await expect(page.locator("#conflict")).toContainText("One daughter");
  await page.unroute("**/autosave");
  await press(page, "Continue");
  await expect(heading(page, "Communication & Risk")).toBeVisible();
  const { section } = await readReferral(app.deps, booking);
  expect(section("testamentary").answers).toMatchObject({ familyTree: "Two sons" });
});

test("another step starts at its top, at once, and a screen reader with it", async ({ page, app }) => {
  const booking = await bookFor(app, ["Capacity to Make a Will"]);
  await open(page, `/referral-form/${booking.id}/personal-details?token=${booking.token}`);
  await press(page, "Continue");
  await expect(heading(page, "Will")).toBeVisible();
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
  await expect(heading(page, "Will")).toBeFocused();
});

test("fields that depend on another show and clear at once", async ({ page, app }) => {
  const booking = await bookFor(app, ["Capacity to Make a Gift"]);
  await open(page, `/referral-form/${booking.id}/gift?token=${booking.token}`);
  const detail = page.locator("[name=pastGiftType]");
  await expect(detail).toBeHidden();
  await page.locator('[name=hasPastGifts][value="yes"]').check();
  await detail.fill("A car");
  await page.locator('[name=hasPastGifts][value="no"]').check();
  await expect(detail).toBeHidden();
  await expect(detail).toHaveValue("");
  await press(page, "Communication & Risk");
  await page.locator('[name=mobilityAids][value="Walking stick"]').check();
  await page.locator('[name=mobilityAids][value="None"]').check();
  await expect(page.locator('[name=mobilityAids][value="Walking stick"]')).not.toBeChecked();
});

test("a submission that does not arrive is said so, and the page stays", async ({ page, context, app }) => {
  const booking = await bookFor(app, ["Capacity to Make a Gift"]);
  await open(page, `/referral-form/${booking.id}/legal-information?token=${booking.token}`);
  await context.setOffline(true);
  await press(page, "Submit Referral Forms");
  await expect(page.getByText("Failed to submit forms. Please try again.").first()).toBeVisible();
  await context.setOffline(false);
  await press(page, "Submit Referral Forms");
  await expect(page.getByRole("alert").filter({ hasText: "Please choose the title." })).toBeVisible();
});

inBothModes(
  "what was typed outlives the right to the form",
  async ({ page, context, app, hasJavaScript }) => {
    const booking = await bookFor(app, ["Capacity to Make a Will"]);
    const path = `/referral-form/${booking.id}/testamentary`;
    await page.goto(`${path}?token=${booking.token}`);
    await open(page, path, hasJavaScript);
    await context.clearCookies();
    await page.locator("[name=familyTree]").fill("One son");
    await press(page, "Continue");
    if (hasJavaScript) {
      await expect(page.getByRole("status").getByText("your access has ended")).toBeVisible();
    } else {
      await expect(heading(page, "Booking Not Found")).toBeVisible();
      await expect(page.getByText("What you typed is kept on this page")).toBeVisible();
      await expectAccessible(page);
    }
    const other = await context.newPage();
    await other.goto(`${path}?token=${booking.token}`);
    await other.close();
    await page.getByRole("button", { name: hasJavaScript ? "Continue" : "Try again" }).click();
    await expect(heading(page, "Communication & Risk")).toBeVisible();
    const { section } = await readReferral(app.deps, booking);
    expect(section("testamentary").answers).toMatchObject({ familyTree: "One son" });
  },
);

inBothModes("long answers in any script are saved", async ({ page, app, hasJavaScript }) => {
  const booking = await bookFor(app, ["Capacity to Make a Will"]);
  await open(page, `/referral-form/${booking.id}/testamentary?token=${booking.token}`, hasJavaScript);
  const names = ["familyTree", "beneficiaries", "clientWishes"];
  const story = "قدرة ".repeat(4_000);
  for (const name of names) await page.locator(`[name=${name}]`).fill(story);
  await press(page, "Continue");
  await expect(heading(page, "Communication & Risk")).toBeVisible();
  const { answers } = (await readReferral(app.deps, booking)).section("testamentary");
  for (const name of names) expect(answers[name]).toBe(story);
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("a section that is too long to send comes back to be shortened", async ({ page, app }) => {
    const { id, token } = await bookFor(app, ["Capacity to Make a Gift"]);
    const address = `/referral-form/${id}/gift`;
    await page.goto(`${address}?token=${token}`);
    const textOf = (label: string) => page.getByRole("textbox", { name: label });
    const report = "Sie sagt, dass… ".repeat(10_000);
    await textOf("What is happening").fill(report);
    await textOf("Extent of the gift").fill(report.slice(0, 120_000));
    await page.getByRole("radio", { name: "Loan" }).check();
    await page.getByRole("button", { name: "Save" }).click();
    await expect(heading(page, "That is more than we can accept")).toBeVisible();
    await expectAccessible(page);
    const kept = await textOf("Situation summary").inputValue();
    expect(kept === report, "the whole text is kept").toBe(true);
    await textOf("Situation summary").fill("In short: a house.");
    await textOf("Gift extent").fill("Half of it.");
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(page).toHaveURL((url) => url.pathname === address);
    await expect(textOf("What is happening")).toHaveValue("In short: a house.");
    await expect(textOf("Extent of the gift")).toHaveValue("Half of it.");
    await expect(page.getByRole("radio", { name: "Loan" })).toBeChecked();
  });
});
