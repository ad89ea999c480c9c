import { expect, test } from "../setup/journey.ts";

test("what browsers and robots ask for by a fixed address is there, with the headers of every answer", async ({
  context,
  app,
}) => {
  const types = {
    "/favicon.ico": /^image\//,
    "/apple-touch-icon.png": /^image\/png/,
    "/robots.txt": /^text\/plain/,
    "/sitemap.xml": /^application\/xml/,
    "/.well-known/security.txt": /^text\/plain/,
  };
  for (const [path, type] of Object.entries(types)) {
    const answer = await context.request.get(app.origin + path);
    expect(answer.status(), path).toBe(200);
    const headers = answer.headers();
    expect(headers["content-type"], path).toMatch(type);
    expect(headers["cache-control"], path).toBe("public, max-age=3600");
    expect(headers["content-security-policy"], path).toContain("default-src 'none'");
  }
});

test("search engines may list the first page and the finder, and nobody's result", async ({
  context,
  app,
}) => {
  const isListed = async (path: string) =>
    !("x-robots-tag" in (await context.request.get(app.origin + path)).headers());
  expect(await isListed("/")).toBe(true);
  expect(await isListed("/which-assessment")).toBe(true);
  expect(await isListed("/which-assessment/result?decision=buy&lives=wales&deadline=none")).toBe(false);
  expect(await isListed("/privacy")).toBe(false);
});
