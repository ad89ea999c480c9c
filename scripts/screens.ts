/** `npm run screens -- FOLDER`: pictures of every page and of its states on the production build, filled with
 * demonstration data, at four widths, in light and dark, with JavaScript and without. Options narrow it down, each a
 * list with commas: `--only=dashboard,step-2 --widths=375,1280 --schemes=light --scripts=on`; `--named=assessor` takes
 * whole names. Says what axe finds and what is wider than the window (`--widths=320` is 400 % of 1280 px). */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { chromium, type BrowserContext } from "@playwright/test";
import { sql } from "kysely";
import { violationsOf } from "#tests/setup/axe.ts";
import { chromiumPath } from "#tests/setup/chromium.ts";
import { beginDraft, OPEN_SCHEDULING } from "#tests/setup/drafts.ts";
import { wideParts } from "#tests/setup/wide-parts.ts";
import { listScreens, type Screen } from "./screens/list.ts";
import { setStage } from "./screens/stage.ts";

const HEIGHTS: Record<string, number> = { 375: 667, 768: 1024, 1280: 800, 1920: 1080 };

/** Rules about a page as a whole: the gallery has pages of their own in one document. */
const NOT_IN_GALLERY = Object.fromEntries(
  [
    "duplicate-id-aria",
    "landmark-no-duplicate-banner",
    "landmark-no-duplicate-contentinfo",
    "landmark-no-duplicate-main",
    "landmark-unique",
    "region",
  ].map((rule) => [rule, { enabled: false }]),
);

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    only: { type: "string", default: "" },
    named: { type: "string" },
    widths: { type: "string", default: Object.keys(HEIGHTS).join() },
    schemes: { type: "string", default: "light,dark" },
    scripts: { type: "string", default: "on,off" },
  },
});
const [folder] = positionals;
if (!folder) throw new Error("Give the folder for the pictures: npm run screens -- FOLDER");
mkdirSync(folder, { recursive: true });

const stage = await setStage();
const parts = values.only.split(",");
const names = values.named?.split(",");
const screens = (await listScreens(stage)).filter(({ name }) =>
  names ? names.includes(name) : parts.some((part) => name.includes(part)),
);

/** A table under another name is missing. */
async function renameTable(from: string, to: string) {
  await sql`ALTER TABLE ${sql.table(from)} RENAME TO ${sql.table(to)}`.execute(stage.app.deps.db);
}

async function takePicture(context: BrowserContext, screen: Screen, file: string, hasScripts: boolean) {
  const { act, as, draft, fault, html } = screen;
  const server = screen.isFirstDay ? stage.firstDay : stage.app;
  if (as) await stage.signIn(context, as, server);
  const path = draft ? await beginDraft(server, context, draft, OPEN_SCHEDULING) : screen.path;
  const page = await context.newPage();
  if (html)
    await page.route(server.origin + path, (route) =>
      route.fulfill({ contentType: "text/html", body: html }),
    );
  if (fault) await renameTable(fault, "mislaid");
  await page.goto(server.origin + path).finally(() => fault && renameTable("mislaid", fault));
  if (hasScripts && (await page.locator("script").count()) > 0)
    await page.locator("html[data-alive]").waitFor({ state: "attached" });
  if (screen.isBusy)
    await page.route("**/*", (route) => (route.request().method() === "POST" ? undefined : route.continue()));
  await act?.(page);
  await page.waitForTimeout(screen.isBusy ? 1_500 : 300);
  await page.screenshot({ path: `${file}.png`, fullPage: true });
  if (!hasScripts || screen.name.startsWith("mail-")) return [];
  const isGallery = screen.name.startsWith("gallery");
  const found = await violationsOf(page, isGallery ? { rules: NOT_IN_GALLERY } : {});
  return [
    ...found.map((violation) => `axe finds ${violation}`),
    ...(await wideParts(page)).map((part) => `too wide: ${part}`),
  ];
}

const browser = await chromium.launch({
  executablePath: chromiumPath(),
  args: ["--no-sandbox", "--disable-quic", "--disable-background-networking"],
});
let count = 0;
for (const width of values.widths.split(",")) {
  for (const colorScheme of values.schemes.split(",") as ("light" | "dark")[]) {
    for (const scripts of values.scripts.split(",")) {
      const hasScripts = scripts === "on";
      // Documents of the gallery have no scripts, and are taken once.
      for (const screen of screens.filter(({ isBusy, html }) => hasScripts || !(isBusy || html))) {
        const context = await browser.newContext({
          viewport: { width: Number(width), height: HEIGHTS[width] ?? 800 },
          colorScheme,
          javaScriptEnabled: hasScripts,
        });
        const name = `${screen.name}-${width}-${colorScheme}${hasScripts ? "" : "-no-scripts"}`;
        const problems = await takePicture(context, screen, join(folder, name), hasScripts).catch(
          (error: Error) => [error.message.split("\n")[0]],
        );
        for (const problem of problems) console.log(`${name}: ${problem}`);
        await context.close();
        count += 1;
      }
    }
  }
}
await browser.close();
await stage.dispose();
console.log(`${count} pictures in ${folder}`);
