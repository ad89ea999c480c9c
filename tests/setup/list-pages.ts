import type { Deps } from "#app/deps.server.ts";
import { joinTexts, render } from "./rendered-site.ts";

/** The texts of all pages, without scripts, of a list, reached by its links to the next page. */
export async function listPages(deps: Deps, path: string, cookie: string, of: string): Promise<string[]> {
  const pages: string[] = [];
  for (let next: string | undefined = path; next !== undefined;) {
    const { text } = await render(deps, next, cookie);
    pages.push(joinTexts(text).replaceAll(/<script[^]*?<\/script>/g, ""));
    const nav = text.split(`aria-label="Pages of ${of}"`)[1]?.split("</nav>")[0] ?? "";
    const link = nav.split("<a ").find((one) => one.includes('rel="next"'));
    next = /href="([^"]*)"/.exec(link ?? "")?.[1]?.replaceAll("&amp;", "&");
  }
  return pages;
}
