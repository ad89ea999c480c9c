import { requestScope } from "#app/context.ts";
import type { Route } from "./+types/security-contact";

/** RFC 9116 recommends less than a year. */
const VALID_DAYS = 180;
const DAY_MS = 86_400_000;

/** Whom to tell of a security problem (RFC 9116): the practice's email address. `Expires` is the start of
 * a day, UTC. */
export function loader({ context }: Route.LoaderArgs) {
  const { env, clock, settings } = context.get(requestScope).deps;
  const today = Math.floor(clock.now().getTime() / DAY_MS);
  const lines = [
    `Contact: mailto:${encodeURI(settings.current().company.email)}`,
    `Expires: ${new Date((today + VALID_DAYS) * DAY_MS).toISOString()}`,
    "Preferred-Languages: en",
    `Canonical: ${env.APP_ORIGIN}/.well-known/security.txt`,
  ];
  return new Response(`${lines.join("\n")}\n`, {
    headers: { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "public, max-age=3600" },
  });
}
