import {
  expect as plainExpect,
  test as base,
  type Page,
  type APIRequestContext,
  type BrowserContext,
  type CDPSession,
  type ExpectMatcherState,
  type Locator,
} from "@playwright/test";
import { sidewaysOverflow, violationsOf } from "./axe.ts";
import { startServer, type ServerProcess } from "./server-process.ts";

/** Removes what a browser of 2022 (Safari 16, on phones that get no newer one) lacks: no page may need it. */
function leaveOutNewerParts() {
  const iterators = Object.getPrototypeOf(Object.getPrototypeOf([].values())) as object;
  const missing: [object, string][] = [
    [Map, "groupBy"],
    [Object, "groupBy"],
    [Promise, "withResolvers try"],
    [Array, "fromAsync"],
    [URL, "canParse parse"],
    [URLSearchParams.prototype, "size"],
    [AbortSignal, "any"],
    [HTMLElement.prototype, "showPopover hidePopover togglePopover"],
    [Set.prototype, "union intersection difference isSubsetOf isSupersetOf isDisjointFrom"],
    [iterators, "map filter flatMap some every find forEach take drop toArray reduce"],
    [window, "requestIdleCallback navigation scheduler"],
  ];
  for (const [owner, names] of missing) {
    for (const name of names.split(" ")) Reflect.deleteProperty(owner, name);
  }
}

export type Journey = {
  /** A running server for each name, until the worker ends. */
  serverOf: (name: string) => Promise<ServerProcess>;
  /** Set by playwright.config.ts. */
  isOnPostgres: boolean;
};

/** Playwright's assertion, called once the element is there: while it is missing, each try would describe the whole
 * page for the error message, which takes long. */
function whenPresent(name: "toBeVisible" | "toContainText" | "toHaveText" | "toHaveValue" | "toBeFocused") {
  return async function (this: ExpectMatcherState, locator: Locator, ...expected: unknown[]) {
    const { isNot, timeout } = this;
    if (!isNot) await locator.first().waitFor({ state: "attached", timeout }).catch(String);
    const assertion = isNot ? plainExpect(locator).not : plainExpect(locator);
    return (assertion[name] as (...expected: unknown[]) => Promise<void>)(...expected).then(
      () => ({ pass: !isNot, message: () => "" }),
      (error: Error) => ({ pass: isNot, message: () => error.message }),
    );
  };
}

export const expect = plainExpect.extend({
  toBeVisible: whenPresent("toBeVisible"),
  toContainText: whenPresent("toContainText"),
  toHaveText: whenPresent("toHaveText"),
  toHaveValue: whenPresent("toHaveValue"),
  toBeFocused: whenPresent("toBeFocused"),
}) as unknown as typeof plainExpect;

type TestFixtures = {
  /** Shared by the tests of one worker: make your own records. */
  app: ServerProcess;
  /** `test.use({ hasOwnServer: true })` in a file whose tests change what every page shows. */
  hasOwnServer: boolean;
  /** For tests that break the server on purpose: 5xx and missing scripts are expected. */
  hasFaults: boolean;
  /** For tests in which something else changes the server's HTML before React starts: React reports this
   * as an error. */
  hasForeignTools: boolean;
  isQuiet: void;
};

/** Playwright's `test` with a running server. A complaint on the console fails the test. */
export const test = base.extend<TestFixtures, Journey>({
  hasFaults: [false, { option: true }],
  hasForeignTools: [false, { option: true }],
  hasOwnServer: [false, { option: true }],
  isOnPostgres: [false, { option: true, scope: "worker" }],
  serverOf: [
    async ({ isOnPostgres }, provide) => {
      const url = isOnPostgres ? process.env.TEST_POSTGRES_URL : undefined;
      const started = new Map<string, Promise<ServerProcess>>();
      await provide((name) => {
        const server = started.get(name) ?? startServer({}, url);
        started.set(name, server);
        return server;
      });
      for (const server of started.values()) await (await server).dispose();
    },
    { scope: "worker", timeout: 40_000 },
  ],
  app: [
    async ({ serverOf, hasOwnServer }, provide, { file }) =>
      provide(await serverOf(hasOwnServer ? file : "")),
    { timeout: 40_000 },
  ],
  baseURL: async ({ app }, provide) => provide(app.origin),
  isQuiet: [
    async ({ page, hasFaults, hasForeignTools }, provide, testInfo) => {
      const complaints: string[] = [];
      await page.addInitScript(leaveOutNewerParts);
      page.on("pageerror", ({ message }) => {
        if (!hasForeignTools || !message.includes("React error #418")) complaints.push(message);
      });
      page.on("console", (message) => {
        const expected = hasFaults
          ? /status of [45]\d\d|net::ERR_|route module|imported module/
          : /status of 4\d\d|net::ERR_/;
        const isRefusal = expected.test(message.text());
        if (message.type() === "error" && !isRefusal) complaints.push(message.text());
      });
      await provide();
      if (testInfo.status !== testInfo.expectedStatus)
        await page.screenshot({ path: testInfo.outputPath("failed.png") });
      // Clears what Playwright leaves in the context of the next test.
      const context = page.context();
      await context.setOffline(false);
      await context.setExtraHTTPHeaders({});
      await context.clearPermissions();
      expect(complaints, "nothing may be written to the browser's console as an error").toEqual([]);
    },
    { auto: true },
  ],
});

type Fixtures = Pick<TestFixtures, "app"> & {
  page: Page;
  context: BrowserContext;
  request: APIRequestContext;
  hasJavaScript: boolean;
};

/** Runs a journey with JavaScript and without. */
export function inBothModes(title: string, journey: (fixtures: Fixtures) => Promise<void>): void {
  for (const hasJavaScript of [true, false]) {
    test.describe(hasJavaScript ? "with JavaScript" : "without JavaScript", () => {
      test.use({ javaScriptEnabled: hasJavaScript });
      test(title, async ({ page, context, request, app }) => {
        await journey({ page, context, request, app, hasJavaScript });
      });
    });
  }
}

/** With JavaScript, waits until React has hydrated the page. */
export async function open(page: Page, path: string, hasJavaScript = true): Promise<void> {
  await page.goto(path);
  if (hasJavaScript) await page.locator("html[data-alive]").waitFor({ state: "attached" });
}

/** The place of a control on the screen, also while the page around it is drawn again. */
export async function boxOf(
  control: Locator,
): Promise<{ x: number; y: number; width: number; height: number }> {
  const box = await control.boundingBox();
  if (box) return box;
  await expect(control).toBeVisible();
  return boxOf(control);
}

const sessions = new WeakMap<Page, CDPSession>();

/** Lets axe's script run in a page without JavaScript: the page's own scripts are not run, as they were passed over
 * when it was read. */
async function withScripts<Result>(page: Page, run: () => Promise<Result>): Promise<Result> {
  const session = sessions.get(page) ?? (await page.context().newCDPSession(page));
  sessions.set(page, session);
  // Once more, as in Playwright's own session: what a session has not set it cannot take back.
  await session.send("Emulation.setScriptExecutionDisabled", { value: true });
  await session.send("Emulation.setScriptExecutionDisabled", { value: false });
  const result = await run();
  await session.send("Emulation.setScriptExecutionDisabled", { value: true });
  return result;
}

/** No axe violations, at 375 and 1280 px with JavaScript and at 375 px without, and no sideways scrolling from
 * 320 px on. */
export async function expectAccessible(page: Page): Promise<void> {
  await expect(page.locator(".is-pulsing"), "colours are measured at rest").toHaveCount(0);
  // A page may have scripts and not be alive yet: its scripts must stay on.
  const hasScripts = await page.evaluate(() => !matchMedia("(scripting: none)").matches);
  // Assessors read their pages in the sun: text has a contrast of 7:1 there.
  const isAssessors = new URL(page.url()).pathname.startsWith("/assessor");
  const run = () => violationsOf(page, { rules: { "color-contrast-enhanced": { enabled: isAssessors } } });
  // A button under the resting mouse would change its colour while it is measured.
  await page.emulateMedia({ reducedMotion: "reduce" });
  for (const width of [320, 375, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await sidewaysOverflow(page), `sideways scroll at ${width} px`).toBeLessThanOrEqual(0);
    if (width === 375 || (width === 1280 && hasScripts))
      expect(await (hasScripts ? run() : withScripts(page, run)), `axe at ${width} px`).toEqual([]);
  }
  await page.emulateMedia({ reducedMotion: null });
}
