/** `npm run budget`: measures page weights on the production build in Chromium and fails when a budget is exceeded.
 * Walks the wizard with JavaScript and with `Save-Data: on`. */
import { chromium, type Page, type Response } from "@playwright/test";
import { chromiumPath } from "#tests/setup/chromium.ts";
import { startServer } from "#tests/setup/server-process.ts";

const KB = 1024;
const BUDGETS = {
  html: 8 * KB,
  css: 9 * KB,
  htmlAndCss: 14 * KB,
  javascript: 121 * KB,
  requestsBeforePaint: 2,
};

type Weight = {
  path: string;
  html: number;
  css: number;
  javascript: number;
  blocking: number;
  foreign: number;
};

const failures: string[] = [];

function check(what: string, measured: number, budget: number, unit = "bytes") {
  const isOver = measured > budget;
  if (isOver) failures.push(`${what}: ${measured} ${unit}, at most ${budget}`);
  console.log(
    `${isOver ? "OVER" : "ok  "}  ${what.padEnd(58)} ${String(measured).padStart(7)} of ${budget} ${unit}`,
  );
}

/** Measures the bytes of one page load, until the network is idle. */
async function weigh(page: Page, origin: string, load: () => Promise<unknown>, hasScripts: boolean) {
  const responses: Response[] = [];
  const onResponse = (response: Response) => responses.push(response);
  page.on("response", onResponse);
  await load();
  if (hasScripts) await page.locator("html[data-alive]").waitFor({ state: "attached" });
  await page.waitForLoadState("networkidle");
  page.off("response", onResponse);

  const sum = async (isMeant: (response: Response) => boolean) => {
    let bytes = 0;
    for (const response of responses.filter(isMeant)) {
      if (response.status() >= 300) continue;
      // Below 0 for what came from the cache.
      bytes += Math.max(0, (await response.request().sizes()).responseBodySize);
    }
    return bytes;
  };
  const ofType = (type: string) => (response: Response) => response.request().resourceType() === type;
  const blocking = await page.evaluate(
    () =>
      performance
        .getEntriesByType("resource")
        .filter(
          (entry) =>
            (entry as PerformanceResourceTiming & { renderBlockingStatus?: string }).renderBlockingStatus ===
            "blocking",
        ).length + 1,
  );
  return {
    path: new URL(page.url()).pathname,
    html: await sum(ofType("document")),
    css: await sum(ofType("stylesheet")),
    javascript: await sum((response) => response.url().endsWith(".js")),
    blocking,
    foreign: responses.filter((one) => !one.url().startsWith(origin) && !one.url().startsWith("data:"))
      .length,
  };
}

function report({ path, html, css, javascript, blocking, foreign }: Weight, isSavingData: boolean) {
  const mode = isSavingData ? " (Save-Data)" : "";
  const mostJavascript = isSavingData ? 0 : BUDGETS.javascript;
  check(`${path}${mode}: HTML, brotli`, html, BUDGETS.html);
  check(`${path}${mode}: CSS, brotli`, css, BUDGETS.css);
  check(`${path}${mode}: HTML and CSS`, html + css, BUDGETS.htmlAndCss);
  check(`${path}${mode}: JavaScript, brotli`, javascript, mostJavascript);
  check(`${path}${mode}: requests before first paint`, blocking, BUDGETS.requestsBeforePaint, "requests");
  check(`${path}${mode}: third-party requests`, foreign, 0, "requests");
}

/** Loads each page of the wizard with an empty cache, filling in what the next one needs. */
async function walkWizard(page: Page, origin: string, isSavingData: boolean) {
  const visit = async (load: () => Promise<unknown>) =>
    report(await weigh(page, origin, load, !isSavingData), isSavingData);
  const next = () => page.getByRole("button", { name: "Continue" }).click();
  const settle = async (path: string) => {
    await page.waitForURL((url) => url.pathname.endsWith(path));
    await page.waitForLoadState("networkidle");
    const cdp = await page.context().newCDPSession(page);
    await cdp.send("Network.clearBrowserCache");
    await visit(() => page.reload());
  };

  await visit(() => page.goto(origin));
  await page.getByLabel("First name").fill("Joanna");
  await page.getByLabel("Last name").fill("Reeve");
  await page.getByLabel("Email").fill("joanna.reeve@example.org");
  await page.locator('[name="referrerPhone"]').fill("07700 900123");
  await page.locator('[name="referrerRelationship"]').selectOption("Daughter");
  await next();
  await settle("/assessments");
  await page.locator('[name="selectedAssessments"]').first().check();
  await next();
  await settle("/location");
  await page.locator('[name="assessmentLocation"]').fill("Leeds");
  await next();
  await settle("/scheduling");
  await page.getByRole("button", { name: /^(Continue|Next)$/ }).click();
  await settle("/confirmation");
}

const app = await startServer();
const browser = await chromium.launch({
  executablePath: chromiumPath(),
  args: ["--no-sandbox", "--disable-quic", "--disable-background-networking"],
});
try {
  for (const isSavingData of [false, true]) {
    const context = await browser.newContext({
      extraHTTPHeaders: isSavingData ? { "Save-Data": "on" } : {},
      viewport: { width: 375, height: 800 },
    });
    await walkWizard(await context.newPage(), app.origin, isSavingData);
    await context.close();
  }
} finally {
  await browser.close();
  await app.dispose();
}

if (failures.length > 0) {
  console.error(`\nOver budget:\n${failures.join("\n")}`);
  process.exit(1);
}
console.log("\nAll within budget.");
