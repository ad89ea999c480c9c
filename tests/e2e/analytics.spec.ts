import { expect, test } from "../setup/journey.ts";
import { startServer } from "../setup/server-process.ts";

test("a company with analytics has the tag on the booking form, without consent or queries, and nowhere else", async ({
  page,
}) => {
  const app = await startServer({ ANALYTICS_ID: "G-TEST" });
  const asked: string[] = [];
  await page.route("https://www.googletagmanager.com/**", (route) => {
    asked.push(route.request().url());
    return route.fulfill({ contentType: "text/javascript", body: "" });
  });
  try {
    await page.goto(`${app.origin}/?utm_source=leaflet`);
    await expect.poll(() => asked).toEqual(["https://www.googletagmanager.com/gtag/js?id=G-TEST"]);
    const commands = await page.evaluate(() => {
      const { dataLayer } = window as unknown as { dataLayer: ArrayLike<unknown>[] };
      return dataLayer.map((command) => Array.from(command));
    });
    expect(commands[0]).toEqual([
      "consent",
      "default",
      expect.objectContaining({ analytics_storage: "denied" }),
    ]);
    expect(JSON.stringify(commands)).not.toContain("leaflet");
    expect(commands.at(-1)?.slice(0, 2)).toEqual(["event", "form_step"]);

    const login = await page.goto(`${app.origin}/admin/login`);
    await page.locator("html[data-alive]").waitFor({ state: "attached" });
    expect(login?.headers()["content-security-policy"]).not.toContain("google");
    expect(asked).toHaveLength(1);
  } finally {
    await app.dispose();
  }
});
