import { expect, expectAccessible, open, test } from "../setup/journey.ts";

// The second test shows that nothing of the first is left in the browser, which a worker's tests share.
test.describe.configure({ mode: "serial" });

test("a test leaves traces in the browser", async ({ page, context, app }) => {
  await open(page, "/");
  // Imitates a page whose scripts have not begun: the next test's would not begin if axe had left them off.
  await page.evaluate(() => delete document.documentElement.dataset.alive);
  await expectAccessible(page);
  await context.addCookies([{ name: "left", value: "1", url: app.origin }]);
  await context.grantPermissions(["clipboard-read"], { origin: app.origin });
  await context.addInitScript(() => Object.assign(window, { left: "by the context" }));
  await page.addInitScript(() => Object.assign(window, { left: "by the page" }));
  await context.route("**/terms", (route) => route.fulfill({ body: "left" }));
  await page.route("**/privacy", (route) => route.fulfill({ body: "left" }));
  await page.setViewportSize({ width: 320, height: 640 });
  await page.emulateMedia({ reducedMotion: "reduce", media: "print" });
  await page.evaluate(() => {
    localStorage.setItem("left", "1");
    sessionStorage.setItem("left", "1");
    history.pushState(null, "", "/left");
  });
  await (await context.newPage()).goto("/privacy");
  await context.setExtraHTTPHeaders({ "X-Left": "1" });
  await context.setOffline(true);
});

test("the next test finds none of them", async ({ page, context }) => {
  expect(context.pages()).toEqual([page]);
  const asked = page.waitForRequest("**/privacy");
  await open(page, "/privacy");
  expect((await asked).headers()).not.toHaveProperty("x-left");
  await expect(page.getByRole("heading", { level: 1 })).not.toHaveText("left");
  expect(await context.cookies()).toEqual([]);
  const left = await page.evaluate(async () => ({
    local: { ...localStorage },
    session: Object.keys(sessionStorage).filter((key) => key === "left"),
    script: "left" in window,
    width: window.innerWidth,
    isPrint: matchMedia("print").matches,
    isStill: matchMedia("(prefers-reduced-motion: reduce)").matches,
    clipboard: (await navigator.permissions.query({ name: "clipboard-read" as PermissionName })).state,
  }));
  expect(left).toEqual({
    local: {},
    session: [],
    script: false,
    width: 1280,
    isPrint: false,
    isStill: false,
    clipboard: "prompt",
  });
  await open(page, "/terms");
  await expect(page.getByText("left", { exact: true })).toHaveCount(0);
});
