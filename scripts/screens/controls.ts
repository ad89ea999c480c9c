import type { BrowserContext, Locator, Page } from "@playwright/test";
import { beginDraft, OPEN_SCHEDULING } from "#tests/setup/drafts.ts";
import type { StepSlug } from "#app/features/booking/fields/steps.ts";
import type { Stage } from "./stage.ts";

type Find = (page: Page) => Locator;
/** A page of the built product, and one of each kind of control on it. */
type Place = { path: string; draft?: StepSlug; isStaff?: boolean; controls: Record<string, Find> };

const button =
  (name: string): Find =>
  (page) =>
    page.getByRole("button", { name, exact: true }).first();
const link =
  (name: string): Find =>
  (page) =>
    page.getByRole("link", { name, exact: true }).first();
const css =
  (selector: string): Find =>
  (page) =>
    page.locator(selector).first();

const PLACES: Place[] = [
  {
    path: "/",
    controls: {
      "Main button": button("Continue"),
      Link: link("Not sure which assessment?"),
      "Link of the header": link("Your bookings"),
      "Small button": link("Download PDF Form"),
      "Text field": css("[name=referrerFirstName]"),
      Select: css("[name=referrerRelationship]"),
      Summary: css("summary"),
      "Button like a link": button("Search countries"),
    },
  },
  {
    path: "",
    draft: "assessments",
    controls: {
      "Quiet button": button("Back"),
      "Segment, chosen": css(".segments label"),
      "Segment, not chosen": css(".segments label + label"),
      "Card, chosen": css(".choice:has(:checked)"),
      "Card, not chosen": css(".choice:not(:has(:checked))"),
      "Button like a link": css(".choice-more"),
      "Step that is done": css("button.step-circle"),
    },
  },
  {
    path: "",
    draft: "scheduling",
    controls: {
      "Day that can be chosen": css(".calendar label:has(:enabled)"),
      "Day that cannot be chosen": css(".calendar label:has(:disabled)"),
      "Disabled button": button("Previous month"),
      Checkbox: css(".option"),
    },
  },
  {
    path: "/admin/dashboard",
    isStaff: true,
    controls: {
      "Row of the table": css(".is-bookings tbody tr"),
      "Head that sorts": css(".is-bookings thead a"),
      "Page now": css(".site-nav [aria-current]"),
      "Link of the area": link("Users"),
      Summary: css("summary"),
      Pager: link("Next page"),
    },
  },
  {
    path: "/admin/send-booking?assessments=capacity-will",
    isStaff: true,
    controls: { "Field to copy": css("#link"), "Copy button": button("Copy link") },
  },
  {
    path: "/admin/settings",
    isStaff: true,
    controls: { "Card that leads on": css(".is-target") },
  },
  {
    path: "BOOKING/cancel",
    isStaff: true,
    controls: { "Danger button": button("Cancel booking") },
  },
  {
    path: "BOOKING",
    isStaff: true,
    controls: { Radio: css("fieldset .option"), "Danger link": link("Cancel this booking") },
  },
  {
    path: "REFERRAL",
    controls: { "Row of the task list": css("#sections li:has(a, button)") },
  },
];

/** Every kind of control at rest, under the pointer, focused by keyboard and pressed: one document of pictures. */
export async function drawControls(context: BrowserContext, stage: Stage): Promise<string> {
  const { app, of, everything, token } = stage;
  const rows: string[] = [];
  for (const { path, draft, isStaff, controls } of PLACES) {
    if (isStaff) await stage.signIn(context, "administrator");
    const page = await context.newPage();
    const address = draft
      ? await beginDraft(app, context, draft, OPEN_SCHEDULING)
      : path
          .replace("BOOKING", `/admin/bookings/${of.pending.id}`)
          .replace("REFERRAL", `/referral-form/${everything.id}/gift?token=${token(everything)}`);
    await page.goto(app.origin + address);
    await page.locator("html[data-alive]").waitFor({ state: "attached" });
    for (const [name, find] of Object.entries(controls)) {
      // A phone has no heads of tables.
      if (!(await find(page).isVisible())) continue;
      const pictures = await picturesOf(page, find(page));
      rows.push(`<tr><th>${name}</th>${pictures.map((src) => `<td><img src="${src}"></td>`).join("")}</tr>`);
    }
    await page.close();
  }
  const heads = ["Control", "At rest", "Under the pointer", "Focused", "Pressed"];
  return `<!DOCTYPE html><html><body style="font:13px sans-serif;margin:8px;background:#8a8a8a">
    <table cellpadding="3"><tr>${heads.map((head) => `<th>${head}</th>`).join("")}</tr>${rows.join("")}</table>
    <style>img{display:block;max-width:330px}th{text-align:left}</style></body></html>`;
}

async function picturesOf(page: Page, control: Locator): Promise<string[]> {
  await control.scrollIntoViewIfNeeded();
  const box = (await control.boundingBox())!;
  const clip = {
    x: Math.max(0, box.x - 8),
    y: Math.max(0, box.y - 8),
    width: Math.min(box.width, 420) + 16,
    height: Math.min(box.height, 150) + 16,
  };
  const take = async () => {
    await page.waitForTimeout(180);
    return `data:image/png;base64,${(await page.screenshot({ clip })).toString("base64")}`;
  };
  const away = () => page.mouse.move(1, 1);
  const focusable = control.locator("input:visible, a, button").first();
  const target = (await control.evaluate((node) => node.matches("a, button, input, select, summary")))
    ? control
    : focusable;
  await away();
  const pictures = [await take()];
  await page.mouse.move(box.x + Math.min(box.width, 420) / 2, box.y + Math.min(box.height, 150) / 2);
  pictures.push(await take());
  await away();
  await page.keyboard.press("Shift");
  await target.focus().catch(() => {});
  pictures.push(await take());
  await target.blur().catch(() => {});
  await page.mouse.move(box.x + Math.min(box.width, 420) / 2, box.y + Math.min(box.height, 150) / 2);
  await page.mouse.down();
  pictures.push(await take());
  // Let go elsewhere, so that nothing is done.
  await away();
  await page.mouse.up();
  await page.evaluate(() => getSelection()?.removeAllRanges());
  return pictures;
}
