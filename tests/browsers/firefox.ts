import { existsSync } from "node:fs";
import puppeteer from "puppeteer-core";
import { requireFile, type Browser } from "./browser.ts";

/** Starts Debian's Firefox without a window. */
export async function startFirefox({ hasJavaScript = true } = {}): Promise<Browser> {
  const firefox = await puppeteer.launch({
    browser: "firefox",
    executablePath: requireFile(["/usr/bin/firefox", "/usr/bin/firefox-esr"], existsSync, "firefox-esr"),
    headless: true,
    defaultViewport: null,
    timeout: 120_000,
    extraPrefsFirefox: { "javascript.enabled": hasJavaScript, "intl.accept_languages": "en-GB" },
  });
  return {
    async openWindow(size) {
      const context = await firefox.createBrowserContext();
      const page = await context.newPage();
      await page.bringToFront();
      // Puppeteer also sets the screen's orientation, which Debian's Firefox 140 does not know.
      await page.setViewport(size).catch((error: Error) => {
        if (!error.message.includes("setScreenOrientationOverride")) throw error;
      });
      return {
        async visit(url) {
          await page.goto(url);
        },
        run: (call, ...args) => page.evaluate(call as never, ...(args as unknown as never[])) as never,
        pressAt: (x, y) => page.mouse.click(x, y),
        type: (text) => page.keyboard.type(text),
        addCookie: ({ name, value, url }) =>
          context.setCookie({ name, value, domain: new URL(url).hostname }),
        picture: () => page.screenshot(),
        close: () => context.close(),
      };
    },
    close: () => firefox.close(),
  };
}
