/**
 * `npm run screens -- FOLDER`: pictures of every screen and its states on the production build, filled with
 * demonstration data, at four widths, in light and dark, with JavaScript and without. Options narrow it down, each a
 * list with commas: `--only=dashboard,step-2 --widths=375,1280 --schemes=light --scripts=on`. Says how far each page's
 * layout shifts, what is wider than the window (`--widths=320` is 400 % of 1280 px), also with letters of twice the
 * size, what axe finds with its experimental rules, and which page has no picture. `--html` keeps what the server sent,
 * `--pdf` prints. `--only=controls` draws each kind of control at rest, under the pointer, focused and pressed.  */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { parseArgs } from "node:util";
import { chromium, type BrowserContext, type Page } from "@playwright/test";
import { sql } from "kysely";
import type { RouteConfigEntry } from "@react-router/dev/routes";
import { matchRoutes, type RouteObject } from "react-router";
import routes from "#app/routes.ts";
import { violationsOf } from "#tests/setup/axe.ts";
import { chromiumPath } from "#tests/setup/chromium.ts";
import { beginDraft, OPEN_SCHEDULING } from "#tests/setup/drafts.ts";
import { drawControls } from "./screens/controls.ts";
import { sizeText, spaceText, wideParts } from "#tests/setup/wide-parts.ts";
import { listScreens, type Screen } from "./screens/list.ts";
import { setStage } from "./screens/stage.ts";

const HEIGHTS: Record<string, number> = { 375: 667, 768: 1024, 1280: 800, 1920: 1080 };

const toRoute = ({ id, file, path, index, children }: RouteConfigEntry): RouteObject =>
  ({ id: id ?? file, path, index, children: children?.map(toRoute), handle: file }) as RouteObject;
const ROUTES = (routes as RouteConfigEntry[]).map(toRoute);
/** The ids of the routes that have a page. */
const pageIds = (entries: RouteObject[]): string[] =>
  entries.flatMap(({ id, children, handle }) => {
    if (children) return pageIds(children);
    const isPage =
      handle.endsWith(".tsx") && readFileSync(`app/${handle}`, "utf8").includes("export default");
    return isPage ? [id!] : [];
  });

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    only: { type: "string", default: "" },
    widths: { type: "string", default: Object.keys(HEIGHTS).join() },
    schemes: { type: "string", default: "light,dark" },
    scripts: { type: "string", default: "on,off" },
    pdf: { type: "boolean", default: false },
    html: { type: "boolean", default: false },
    window: { type: "boolean", default: false },
  },
});
const [folder] = positionals;
if (!folder) throw new Error("Give the folder for the pictures: npm run screens -- FOLDER");
mkdirSync(folder, { recursive: true });

const stage = await setStage();
const SCREENS = await listScreens(stage);
/** The routes that have a picture by now. */
const shown = new Set<string>();

/** The sum of the page's layout shifts so far, as browsers measure it. */
async function layoutShift(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let sum = 0;
        const observer = new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) sum += (entry as unknown as { value: number }).value;
        });
        observer.observe({ type: "layout-shift", buffered: true });
        setTimeout(() => resolve(sum), 50);
      }),
  );
}

const WCAG = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];

/** Pages of their own stand in one document in the gallery: rules about a page as a whole do not count there. */
async function reportAxe(page: Page, name: string) {
  const isGallery = name.startsWith("gallery");
  const runOnly = isGallery ? WCAG : [...WCAG, "best-practice", "experimental"];
  // A head that stays would cover rows that are scrolled out of view.
  await page.evaluate(() => window.scrollTo(0, 0));
  const rules = { "duplicate-id-aria": { enabled: !isGallery } };
  const found = await violationsOf(page, { runOnly, rules });
  for (const violation of found) console.log(`${name}: axe finds ${violation}`);
}

/** A page may not scroll sideways, nor with wider spacing of its text, nor with letters of twice the size: 320 px are
 * 1280 at 400 %. */
async function reportWidth(page: Page, name: string, width: number) {
  const report = (parts: string[], how: string) =>
    parts.forEach((part) => console.log(`${name}: too wide${how}: ${part}`));
  report(await wideParts(page), "");
  // Media queries follow the reader's own size of letters, which this imitation does not: wide layouts would be wrong.
  if (width >= 375 && width < 1024) {
    await sizeText(page, 200);
    report(await wideParts(page), " with letters of twice the size");
    await sizeText(page, 100);
  }
  await spaceText(page);
  report(await wideParts(page), " with wider text");
}

async function takePicture(
  context: BrowserContext,
  screen: Screen,
  { file, hasScripts, width }: { file: string; hasScripts: boolean; width: number },
) {
  const server = screen.isFirstDay ? stage.firstDay : stage.app;
  if (screen.as) await stage.signIn(context, screen.as, server);
  const draft = screen.draft && (await beginDraft(server, context, screen.draft, OPEN_SCHEDULING));
  const path = screen.path || draft!;
  const page = await context.newPage();
  const sent: Promise<Buffer>[] = [];
  page.on("response", (response) => {
    const { type, status } = { type: response.headers()["content-type"] ?? "", status: response.status() };
    if (values.html && type.startsWith("text/html") && status !== 303 && status !== 302)
      sent.push(response.body());
  });
  if (screen.html)
    await page.route(server.origin + path, (route) =>
      route.fulfill({ contentType: "text/html", body: screen.html! }),
    );
  await renameTable(screen.fault, "mislaid");
  await page.goto(server.origin + path).finally(() => renameTable("mislaid", screen.fault));
  const isOurs = (await page.locator("script").count()) > 0 && !screen.name.startsWith("api-");
  if (hasScripts && isOurs) await page.locator("html[data-alive]").waitFor({ state: "attached" });
  const shift = hasScripts ? await layoutShift(page) : 0;
  if (screen.isBusy)
    await page.route("**/*", (route) => (route.request().method() === "POST" ? undefined : route.continue()));
  if (screen.isDiskFull) stage.limitFiles("4096");
  await screen.act?.(page);
  if (screen.name.endsWith("refused"))
    await page
      .locator(".error-summary")
      .waitFor({ timeout: 5_000 })
      .catch(() => {});
  await page.waitForTimeout(screen.isDiskFull || screen.isBusy ? 1_500 : 150);
  if (screen.isDiskFull) stage.limitFiles("unlimited");
  await page.screenshot({ path: `${file}.png`, fullPage: !values.window });
  for (const address of [server.origin + path, page.url()]) {
    const { pathname } = new URL(address);
    const matches = pathname.includes("%") ? null : matchRoutes(ROUTES, pathname);
    for (const { route } of matches ?? []) shown.add(route.id!);
  }
  if (hasScripts && !screen.name.startsWith("mail-")) await reportAxe(page, basename(file));
  const last = await sent.at(-1);
  if (last) writeFileSync(`${file}.html`, last);
  if (values.pdf) await page.pdf({ path: `${file}.pdf`, preferCSSPageSize: true });
  if (hasScripts) await reportWidth(page, basename(file), width);
  return shift;
}

/** Nothing happens where either name is missing. */
async function renameTable(from: string | undefined, to: string | undefined) {
  if (from && to)
    await sql`ALTER TABLE ${sql.table(from)} RENAME TO ${sql.table(to)}`.execute(stage.app.deps.db);
}

const wanted = values.only.split(",").filter(Boolean);
const screens = SCREENS.filter(
  ({ name }) => wanted.length === 0 || wanted.some((part) => name.includes(part)),
);
const browser = await chromium.launch({
  executablePath: chromiumPath(),
  args: ["--no-sandbox", "--disable-quic", "--disable-background-networking"],
});
/** Documents of the gallery have no scripts, and are taken once. */
const isOnlyWithScripts = ({ needsScripts, isBusy, html }: Screen) =>
  needsScripts === true || isBusy === true || html !== undefined;
let count = 0;
try {
  for (const width of values.widths.split(",")) {
    for (const colorScheme of values.schemes.split(",") as ("light" | "dark")[]) {
      for (const scripts of values.scripts.split(",")) {
        for (const screen of screens.filter((one) => scripts === "on" || !isOnlyWithScripts(one))) {
          const context = await browser.newContext({
            viewport: { width: Number(width), height: HEIGHTS[width] ?? 800 },
            colorScheme,
            javaScriptEnabled: scripts === "on",
          });
          const name = `${screen.name}-${width}-${colorScheme}${scripts === "on" ? "" : "-no-scripts"}`;
          const shift = await takePicture(context, screen, {
            file: join(folder, name),
            hasScripts: scripts === "on",
            width: Number(width),
          }).catch((error: Error) => console.error(`${name}: ${error.message.split("\n")[0]}`));
          if (shift && shift > 0.02) console.log(`${name}: layout shift ${shift.toFixed(3)}, at most 0.02`);
          await context.close();
          count += 1;
        }
        if (scripts === "on" && wanted.every((part) => "controls".includes(part))) {
          const at = { viewport: { width: Number(width), height: HEIGHTS[width] ?? 800 }, colorScheme };
          const context = await browser.newContext(at);
          const page = await context.newPage();
          await page.setContent(await drawControls(context, stage));
          await page.screenshot({
            path: join(folder, `controls-${width}-${colorScheme}.png`),
            fullPage: true,
          });
          await context.close();
        }
      }
    }
  }
} finally {
  await browser.close();
  await stage.dispose();
}
console.log(`${count} pictures in ${folder}`);
if (wanted.length === 0)
  for (const id of pageIds(ROUTES)) if (!shown.has(id)) console.log(`no picture of ${id}`);
