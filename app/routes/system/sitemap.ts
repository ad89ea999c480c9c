import { requestScope } from "#app/context.ts";
import { LISTED_PAGES } from "#app/site-rules.ts";
import { escapeHtml } from "#app/platform/http/answers.server.ts";
import type { Route } from "./+types/sitemap";

/** The pages for search engines, as sitemaps.org describes them. */
export function loader({ context }: Route.LoaderArgs) {
  const { APP_ORIGIN } = context.get(requestScope).deps.env;
  const entries = LISTED_PAGES.map((path) => `<url><loc>${escapeHtml(APP_ORIGIN + path)}</loc></url>`);
  const body = `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${entries.join("\n")}
</urlset>
`;
  return new Response(body, {
    headers: { "Content-Type": "application/xml; charset=utf-8", "Cache-Control": "public, max-age=3600" },
  });
}
