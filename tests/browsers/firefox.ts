import { existsSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import puppeteer from "puppeteer-core";
import { MissingBrowser, type Browser, type Settings, type Window } from "./browser.ts";

const PATHS = ["/usr/bin/firefox-esr", "/usr/bin/firefox"];

/** Starts Firefox without a window; `FIREFOX_PATH` names another than Debian's. */
export async function startFirefox({
  hasJavaScript = true,
  isDark = false,
}: Settings = {}): Promise<Browser> {
  const executablePath = process.env.FIREFOX_PATH ?? PATHS.find((path) => existsSync(path));
  if (!executablePath) {
    throw new MissingBrowser(
      "Firefox is not installed, so nothing was tested in it. On Debian: apt-get install firefox-esr",
    );
  }
  const firefox = await puppeteer.launch({
    browser: "firefox",
    executablePath,
    headless: true,
    defaultViewport: null,
    timeout: 120_000,
    extraPrefsFirefox: {
      "javascript.enabled": hasJavaScript,
      "layout.css.prefers-color-scheme.content-override": isDark ? 0 : 1,
      "intl.locale.requested": "en-GB",
      "intl.accept_languages": "en-GB",
    },
  });

  async function openWindow(): Promise<Window> {
    const context = await firefox.createBrowserContext();
    const page = await context.newPage();
    await page.bringToFront();
    return {
      async visit(url) {
        await page.goto(url);
      },
      // The page knows its address first: puppeteer learns later of one that a script set.
      address: () => page.evaluate(() => location.href),
      run: (call, ...args) => page.evaluate(call as never, ...(args as unknown as never[])) as never,
      pressAt: (x, y) => page.mouse.click(x, y),
      type: (text) => page.keyboard.type(text),
      pressTab: () => page.keyboard.press("Tab"),
      addCookie: ({ name, value, url }) => context.setCookie({ name, value, domain: new URL(url).hostname }),
      async resize(size) {
        // Puppeteer also sets the screen's orientation, which Debian's Firefox 140 does not know.
        await page.setViewport(size).catch((error: Error) => {
          if (!error.message.includes("setScreenOrientationOverride")) throw error;
        });
        while ((await page.evaluate(() => window.innerWidth)) !== size.width) await pause(20);
      },
      picture: () => page.screenshot(),
      close: () => context.close(),
    };
  }
  return { openWindow, close: () => firefox.close() };
}
