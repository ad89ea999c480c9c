import type { Page } from "@playwright/test";
import { readReferral } from "#app/features/referral/queries.server.ts";
import { saveSections } from "#app/features/referral/save-sections.server.ts";
import type { Answers } from "#app/kit/sections/fields.ts";
import { createBooking } from "../setup/factories.ts";
import { expect, open, test } from "../setup/journey.ts";
import type { ServerProcess } from "../setup/server-process.ts";

const WILL = { assessment_id: "capacity-will", name: "Capacity to Make a Will", price_pence: 59_500 };

async function openWill(page: Page, { deps }: ServerProcess, hasJavaScript = true) {
  const booking = await createBooking(deps, {}, [WILL]);
  if (hasJavaScript) await page.clock.install();
  await open(page, `/referral-form/${booking.id}/testamentary?token=${booking.token}`, hasJavaScript);
  return {
    familyTree: page.locator("[name=familyTree]"),
    estateSize: page.locator("[name=estateSize]"),
    save: (given: Answers) =>
      saveSections(deps, {
        booking,
        sections: { testamentary: { answers: given } },
        actor: { kind: "visitor", id: null },
        requestId: null,
      }),
    answers: async () => (await readReferral(deps, booking)).section("testamentary").answers,
  };
}

const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();
/** The time after which a form saves itself. */
const waitForSave = (page: Page) => page.clock.fastForward(2_000);

const saved = (page: Page) => page.getByRole("status").getByText(/^Saved at /);

/** Lets POSTs reach the server and holds the answers until the returned function is called. */
async function holdAnswers(page: Page): Promise<() => void> {
  let isHolding = true;
  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
  await page.route("**/*", async (route) => {
    if (!isHolding || route.request().method() !== "POST") return route.continue();
    const response = await route.fetch({ maxRedirects: 0 });
    await isReleased;
    await route.fulfill({ response });
  });
  return () => {
    isHolding = false;
    release();
  };
}

test("Save leaves the cursor where one types meanwhile", async ({ page, app }) => {
  const { familyTree, estateSize } = await openWill(page, app);
  await familyTree.fill("One son");
  await waitForSave(page);
  await expect(saved(page)).toBeVisible();
  const release = await holdAnswers(page);
  await press(page, "Save");
  await estateSize.pressSequentially("About £200");
  const hasAnswered = page.waitForResponse((response) => response.request().method() === "POST");
  release();
  await hasAnswered;
  await expect(page.getByText("Saving...")).toHaveCount(0);
  await page.keyboard.type(",000");
  await expect(estateSize).toBeFocused();
  await expect(estateSize).toHaveValue("About £200,000");
});

test("what is typed while the next section is on its way is saved", async ({ page, app }) => {
  const { familyTree, estateSize, answers } = await openWill(page, app);
  await familyTree.fill("One son");
  await waitForSave(page);
  await expect(saved(page)).toBeVisible();
  const release = await holdAnswers(page);
  await press(page, "Continue");
  await estateSize.pressSequentially("About £200,000");
  release();
  await expect(page.getByRole("heading", { level: 1, name: "Communication & Risk" })).toBeVisible();
  await expect.poll(answers).toMatchObject({ familyTree: "One son", estateSize: "About £200,000" });
});

test("a save whose answer was lost is nobody else's change", async ({ page, app }) => {
  const { familyTree, answers } = await openWill(page, app);
  const once = { times: 1 };
  await page.route(
    "**/autosave",
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    once,
  );
  await familyTree.fill("One son");
  await waitForSave(page);
  await expect(page.getByText("You seem to be offline.")).toBeVisible();
  await familyTree.pressSequentially(" and a daughter");
  await waitForSave(page);
  await expect(saved(page)).toBeVisible();
  await expect(page.locator("#conflict")).toHaveCount(0);
  expect(await answers()).toMatchObject({ familyTree: "One son and a daughter" });
});

test("a save whose answer was lost before a reload is nobody else's change either", async ({ page, app }) => {
  const { familyTree, answers } = await openWill(page, app);
  await page.route("**/autosave", async (route) => {
    await route.fetch();
    await route.abort();
  });
  await familyTree.fill("One son");
  await waitForSave(page);
  await expect(page.getByText("You seem to be offline.")).toBeVisible();
  await familyTree.pressSequentially(" and a daughter");
  page.on("dialog", (dialog) => dialog.accept());
  await page.reload();
  await expect(familyTree).toHaveValue("One son and a daughter");
  // Not before: a script that is being fetched when the last route ends is never answered.
  await page.unroute("**/autosave");
  await waitForSave(page);
  await expect(saved(page)).toBeVisible();
  await expect(page.locator("#conflict")).toHaveCount(0);
  expect(await answers()).toMatchObject({ familyTree: "One son and a daughter" });
});

test("a reload before a choice between two texts loses neither, and asks again", async ({ page, app }) => {
  const { familyTree, estateSize, save } = await openWill(page, app);
  await save({ familyTree: "Two daughters" });
  await familyTree.fill("One son");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  const panel = page.locator("#conflict");
  await expect(panel).toContainText("Two daughters");
  await estateSize.fill("£200,000");
  page.on("dialog", (dialog) => dialog.accept());
  await page.reload();
  await expect(panel).toContainText("Two daughters");
  await expect(familyTree).toHaveValue("One son");
  await expect(estateSize).toHaveValue("£200,000");
});

test("a section that is too long to save says so, stays on its page, and is saved once it is shorter", async ({
  page,
  app,
}) => {
  const { familyTree, estateSize, answers } = await openWill(page, app);
  const report = "Sie sagt, dass… ".repeat(16_000);
  await familyTree.fill(report);
  await waitForSave(page);
  const tooLong = page
    .getByRole("status")
    .getByText("This is more than we can save. Please shorten it a little.");
  await expect(tooLong).toBeVisible();
  await press(page, "Continue");
  await expect(tooLong).toBeVisible();
  const kept = await familyTree.inputValue();
  expect(kept === report, "the whole text is kept").toBe(true);
  await familyTree.fill("Two sisters");
  await estateSize.fill("A house");
  await waitForSave(page);
  await expect(saved(page)).toBeVisible();
  expect(await answers()).toMatchObject({ familyTree: "Two sisters", estateSize: "A house" });
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("a page that is gone back to and saved again has no conflict with itself", async ({ page, app }) => {
    const { familyTree, answers } = await openWill(page, app, false);
    await familyTree.fill("One son");
    await press(page, "Continue");
    await expect(page.getByRole("heading", { level: 1, name: "Communication & Risk" })).toBeVisible();
    await page.goBack();
    await familyTree.fill("One son and a daughter");
    await press(page, "Continue");
    await expect(page.getByRole("heading", { level: 1, name: "Communication & Risk" })).toBeVisible();
    expect(await answers()).toMatchObject({ familyTree: "One son and a daughter" });
  });
});
