import type { Deps } from "#app/deps.server.ts";
import { agreeVisit } from "#app/features/visits/agree/change-visit.server.ts";
import { addDays, londonDate } from "#app/platform/dates.ts";
import type { Page } from "@playwright/test";
import { createBooking } from "../setup/factories.ts";
import { addExchange } from "#app/features/report-writing/exchanges.server.ts";
import { expect, expectAccessible, inBothModes, open, test } from "../setup/journey.ts";
import type { ServerProcess } from "../setup/server-process.ts";
import { signedIn, signInBrowser } from "../setup/signed-in.ts";
import { writeWholeReport } from "../../scripts/seed/writing.ts";
import { BY_STAFF, byAssessor, giveProfile, PLAN } from "../setup/visits.ts";

let people = 0;

/** A visit of yesterday; gives the start of its pages' addresses. Each is to somebody else: needs and reports of one
 * person are read in other bookings, too. Names are compared without figures. */
async function visitOf(app: ServerProcess, assessor: { id: string }): Promise<string> {
  const deps = { ...app.deps, jobs: { wake() {} } } as unknown as Deps;
  await giveProfile(deps, assessor);
  people += 1;
  const client = { client_first_name: "Edith", client_last_name: `Marsh${"abcdefghijklmnop"[people]}` };
  const booking = await createBooking(app.deps, client);
  const today = londonDate(deps.clock.now());
  const agreed = await agreeVisit(deps, {
    ...BY_STAFF,
    bookingId: booking.id,
    version: booking.version,
    isReferrerTold: false,
    plan: { ...PLAN, day: addDays(today, 1) },
    assessorId: assessor.id,
    overruled: null,
  });
  if (!agreed.ok) throw new Error(agreed.problem);
  const day = addDays(today, -1);
  await app.deps.db.updateTable("visits").set({ day }).where("id", "=", agreed.visitId).execute();
  return `/assessor/visits/${agreed.visitId}`;
}

const add = async (page: Page, words: string) => {
  await page.getByLabel("The words, or what you saw").fill(words);
  await page.getByRole("button", { name: "Add", exact: true }).click();
};

/** Questions that nobody must answer are folded. */
const openGroup = (page: Page, title: string) => page.getByRole("heading", { name: title }).click();

test.use({ viewport: { width: 375, height: 667 } });

inBothModes(
  "an assessor writes down what was said, and the report from it, on a phone",
  async ({ page, context, app, hasJavaScript }) => {
    const assessor = await signedIn(context, app, { role_id: "assessor", first_name: "Priya" });
    const visit = await visitOf(app, assessor);
    await open(page, `${visit}/exchanges`, hasJavaScript);
    await expectAccessible(page);
    await add(page, "Four pounds a week.");
    await expect(page.getByRole("list", { name: "What was said" })).toContainText("Four pounds a week.");
    await expectAccessible(page);

    await open(page, `${visit}/report/write`, hasJavaScript);
    await page.getByRole("button", { name: "Start writing" }).click();
    await expect(page.getByRole("heading", { name: "Parts of the report" })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("link", { name: /^Decision 1/ }).click();
    const why = page.getByRole("heading", { name: "Why the person cannot decide" });
    await expect(why).toBeHidden();
    const weigh = page.locator("section.field-group").filter({
      has: page.getByRole("heading", { name: "Can the person use or weigh the information?" }),
    });
    await weigh.getByLabel("Cannot", { exact: true }).check();
    await weigh.getByLabel("Reasons").fill("She named no disadvantage.");
    await weigh.getByLabel(/Four pounds a week/).check();
    const inWords = weigh.getByRole("listitem").filter({ hasText: "Four pounds a week." });
    await expect(inWords).toHaveCount(hasJavaScript ? 1 : 0);
    await expect(why).toBeVisible();
    await page.getByLabel("Impairment of, or disturbance in, the mind or brain").fill("A loss of memory");
    await expectAccessible(page);
    await page.getByRole("button", { name: "Save and continue" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Sources" })).toBeVisible();
    await open(page, `${visit}/report/write/decision-1`, hasJavaScript);
    await expect(inWords).toHaveCount(1);
    await open(page, `${visit}/report/write/opinion`, hasJavaScript);
    await expect(page.getByLabel(/^Decision 1/)).toHaveValue(/lacks capacity to make this decision/);
    await page.getByRole("button", { name: "Save and continue" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Check before you send" })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("link", { name: /but no support is recorded/ }).click();
    await expect(page.getByLabel("Support that was given")).toBeInViewport();
    await open(page, `${visit}/report/write/preview`, hasJavaScript);
    await expect(page.getByText("The person (1): Four pounds a week.")).toBeVisible();
    await expectAccessible(page);
    await open(page, `${visit}/report/write/cop3`, hasJavaScript);
    await expect(page.getByText("Cannot use or weigh the information.")).toBeVisible();
    await expectAccessible(page);
  },
);

inBothModes(
  "a second reader comments on a report, and its author answers",
  async ({ page, context, app, hasJavaScript }) => {
    const deps = { ...app.deps, jobs: { wake() {} } } as unknown as Deps;
    const author = await signedIn(context, app, {
      role_id: "assessor",
      first_name: "Priya",
      last_name: "Nair",
    });
    const visit = await visitOf(app, author);
    const target = { visitId: visit.split("/").at(-1)!, by: byAssessor(author) };
    await writeWholeReport(deps, target);
    await open(page, `${visit}/report/write/check`, hasJavaScript);
    await page.getByLabel(/^I carried out this assessment/).check();
    await page.getByLabel("Your full name, as your signature").fill("Priya Nair");
    await page.getByRole("button", { name: "Send for review" }).click();
    await expect(page.getByRole("heading", { name: "Version 1" })).toBeVisible();
    const reader = { role_id: "assessor", reviews_reports: 1, first_name: "Owen" } as const;
    await giveProfile(deps, await signedIn(context, app, reader));
    await open(page, "/assessor", hasJavaScript);
    const { reference } = await app.deps.db
      .selectFrom("visits")
      .innerJoin("bookings", "bookings.id", "visits.booking_id")
      .select("reference")
      .where("visits.id", "=", target.visitId)
      .executeTakeFirstOrThrow();
    await page.getByRole("link", { name: `Read report 1 of ${reference}` }).click();
    await expect(page.getByRole("heading", { level: 1, name: /^Read report 1 of/ })).toBeVisible();
    await expectAccessible(page);
    await page.getByLabel(/^Comment on “Decision 1/).fill("Which statement did you show her?");
    await page.locator("#comment-form-decision-1").getByRole("button", { name: "Add comment" }).click();
    await expect(page.getByRole("list", { name: /^Comments on Decision 1/ })).toContainText(
      "Which statement",
    );
    await expectAccessible(page);
    await page.getByLabel("Evidence", { exact: true }).check();
    await page.getByRole("button", { name: "Return with comments" }).click();
    await expect(page.getByText("The report was returned to its author.")).toBeVisible();

    await signInBrowser(context, app, author);
    await open(page, `${visit}/report/write`, hasJavaScript);
    await expect(page.getByText("Comments of the reader (1 to answer)")).toBeVisible();
    await page.getByLabel("Kept, because").check();
    await page.getByLabel("What you say about it").fill("It is among the sources.");
    await expectAccessible(page);
    await page.getByRole("button", { name: "Answer", exact: true }).click();
    await expect(page.getByText("Your answer was saved. The reader sees it.")).toBeVisible();
    await expect(page.getByText("Comments of the reader (0 to answer)")).toBeVisible();
  },
);

const MAX_HEIGHT = 4_000;
const WORDS = "I would live with Tom. Tom says that it is best, and he has always known about money.";

test("a decision's page has under 4,000 px on a phone, however much was said", async ({
  page,
  context,
  app,
}) => {
  const assessor = await signedIn(context, app, { role_id: "assessor" });
  const visit = await visitOf(app, assessor);
  const deps = { ...app.deps, jobs: { wake() {} } } as unknown as Deps;
  const target = { visitId: visit.split("/").at(-1)!, by: byAssessor(assessor) };
  await open(page, `${visit}/report/write`);
  await page.getByRole("button", { name: "Start writing" }).click();
  await expect(page.getByRole("heading", { name: "Parts of the report" })).toBeVisible();
  const said = page.getByRole("list", { name: "What was said" });
  const height = () => page.evaluate(() => document.documentElement.scrollHeight);
  let added = 0;
  for (const count of [4, 24, 60]) {
    for (; added < count; added += 1)
      await addExchange(deps, {
        ...target,
        key: `${added}`,
        exchange: { speaker: "person", text: `${WORDS} (${added + 1})`, at: "10:05" },
      });
    await open(page, `${visit}/report/write/decision-1`);
    await expect(said.getByRole("listitem")).toHaveCount(count);
    expect(await height(), `${count} exchanges`).toBeLessThan(MAX_HEIGHT);
    await expect(page.locator("form[data-owner]").getByText(`money. (${count})`)).toHaveCount(1);
    await expect(page.getByRole("button", { name: "Save and continue with Sources" })).toHaveCount(1);
  }
  for (const part of ["instruction", "person", "sources", "opinion"]) {
    await open(page, `${visit}/report/write/${part}`);
    expect(await height(), part).toBeLessThan(1_500);
  }
});

test("what is added without a line waits in the tab, and is sent once the line is back", async ({
  page,
  context,
  app,
}) => {
  const assessor = await signedIn(context, app, { role_id: "assessor" });
  const visit = await visitOf(app, assessor);
  await open(page, `${visit}/exchanges`);
  await context.setOffline(true);
  await add(page, "First words");
  await add(page, "Second words");
  await expect(page.getByRole("list", { name: "Not sent yet" })).toContainText("Second words");
  await expect(page.getByRole("status").filter({ hasText: "You seem to be offline" })).toBeVisible();
  await expectAccessible(page);
  await context.setOffline(false);
  const kept = page.getByRole("list", { name: "What was said" });
  await expect(kept).toContainText(/1\. The person.*First words.*2\. The person.*Second words/s);
  await expect(page.getByRole("list", { name: "Not sent yet" })).toHaveCount(0);
});

test("a part that is typed without a line is saved later, and two windows see both texts", async ({
  page,
  context,
  app,
}) => {
  const assessor = await signedIn(context, app, { role_id: "assessor" });
  const visit = await visitOf(app, assessor);
  await open(page, `${visit}/report/write`);
  await page.getByRole("button", { name: "Start writing" }).click();
  await expect(page.getByRole("heading", { name: "Parts of the report" })).toBeVisible();
  await open(page, `${visit}/report/write/decision-1`);
  await context.setOffline(true);
  await openGroup(page, "Wishes and views");
  await page.locator("[name=wishes]").fill("She wants to stay.");
  await expect(page.getByText("You seem to be offline.")).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByText(/^Saved at/)).toBeVisible();

  const other = await context.newPage();
  await open(other, `${visit}/report/write/decision-1`);
  await openGroup(other, "Wishes and views");
  await other.locator("[name=wishes]").fill("She wants to go.");
  await expect(other.getByText(/^Saved at/)).toBeVisible();
  await page.locator("[name=wishes]").fill("She wants neither.");
  const panel = page.locator("#conflict");
  await expect(panel).toContainText("She wants to go.");
  await expect(panel).toContainText("She wants neither.");
  await expectAccessible(page);
});

const ABLE = { understand: "can", retain: "can", weigh: "can", communicate: "can" };
const REASONS = {
  understandReasons: "She said in her own words what would happen.",
  retainReasons: "She repeated it after half an hour.",
  communicateReasons: "She spoke clearly throughout.",
  support: "A quiet room in the morning, with large print.",
};
/** Three decisions: she cannot make the first, can make the second, and the third stays open. */
const DECISIONS: Record<string, string>[] = [
  {
    ...ABLE,
    ...REASONS,
    timing: "continuing",
    weigh: "cannot",
    decision: "Whether to let her son pay the larger bills from her account.",
    weighReasons: "She came back to her son at each question.",
    weighSeen: "Pushed the statement away when asked what she would lose.",
    impairment: "A loss of memory, seen over three years.",
    diagnosis: "none",
    becauseOf: "She loses the thread before she can set one option against another.",
    mayReturn: "no",
  },
  {
    ...ABLE,
    ...REASONS,
    timing: "once",
    decision: "Whether to give her granddaughter the piano.",
    test: "Can she understand, retain, use or weigh, and communicate?",
    information: "what the piano is worth\nwho else might expect it",
    understandReasons: "She named its price, and who would be sad about it.",
    retainReasons: "She came back to the piano by herself.",
    weighReasons: "She set the music against the room that it takes.",
    communicateReasons: "She said so three times, each time the same.",
  },
  {
    ...ABLE,
    ...REASONS,
    timing: "once",
    weigh: "not-reached",
    decision: "Whether to sell 3 Mill Lane.",
    test: "Can she understand, retain, use or weigh, and communicate?",
    information: "what the house is worth\nwhere she would live",
    understandReasons: "She knew the street, the price and the garden.",
    retainReasons: "The figure was still there at the end of the hour.",
    weighReasons: "She was tired, and we stopped.",
    communicateReasons: "She nodded and spoke.",
  },
];

/** Answers the questions of a part by their names, all at once; all others stay as they are filled in. */
async function answer(page: Page, answers: Record<string, string>): Promise<void> {
  await page.locator("main form[data-owner]").evaluate((form, given) => {
    for (const [name, value] of Object.entries(given))
      for (const control of form.querySelectorAll<HTMLInputElement>(`[name="${name}"]`)) {
        if (control.type !== "radio") control.value = value;
        else if (control.value === value) control.checked = true;
      }
  }, answers);
}

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });
  test("a report of three decisions is written and sent on a phone", async ({ page, context, app }) => {
    const assessor = await signedIn(context, app, { role_id: "assessor", first_name: "Priya" });
    const visit = await visitOf(app, assessor);
    const write = `${visit}/report/write`;
    const save = async (part: string, answers: Record<string, string>) => {
      await open(page, `${write}/${part}`, false);
      await answer(page, answers);
      await page.getByRole("button", { name: "Save and continue" }).click();
    };
    await open(page, write, false);
    await page.getByRole("button", { name: "Start writing" }).click();
    await expect(page.getByRole("heading", { name: "Parts of the report" })).toBeVisible();
    for (const _more of [2, 3]) {
      await open(page, write, false);
      await page.getByRole("button", { name: "Add another decision" }).click();
    }
    await save("instruction", { qualifications: "Twelve years of assessments." });
    await save("person", { conducted: "in-person", identity: "Named by the nurse", engaged: "yes" });
    for (const [index, answers] of DECISIONS.entries()) await save(`decision-${index + 1}`, answers);
    await save("sources", {});
    await save("opinion", { summary: "She can give the piano away. She cannot look after larger sums." });
    await expect(page.getByText("Nothing stops this report.")).toBeVisible();
    await open(page, `${write}/preview`, false);
    for (const heading of ["Decision 1", "Decision 2", "Decision 3"])
      await expect(page.getByRole("heading", { name: heading })).toBeVisible();
    await expect(page.getByRole("heading", { name: "Why the person cannot decide" })).toHaveCount(1);
    await open(page, `${write}/check`, false);
    await page.getByLabel(/^I carried out this assessment/).check();
    await page.getByRole("button", { name: "Send for review" }).click();
    await expect(page.getByText("Sent for review. You can read it")).toBeVisible();
  });
});
