import { requestScope } from "#app/context.ts";
import type { Route } from "./+types/robots";

/** Robots may fetch everything: pages that are not to be listed say so, and must be fetched to say it. */
export function loader({ context }: Route.LoaderArgs) {
  const { APP_ORIGIN } = context.get(requestScope).deps.env;
  return new Response(`User-agent: *\nAllow: /\n\nSitemap: ${APP_ORIGIN}/sitemap.xml\n`, {
    headers: { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "public, max-age=3600" },
  });
}
