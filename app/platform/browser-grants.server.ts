import { z } from "zod";
import type { Clock } from "./clock.ts";
import type { Env } from "./env.server.ts";
import { signedCookie } from "./signed-cookie.server.ts";

const Grants = z.array(z.object({ id: z.string(), version: z.number(), at: z.string() })).catch([]);

type Using = { env: Pick<Env, "APP_ORIGIN" | "SESSION_SECRET">; clock: Clock };

/** A signed cookie that remembers which records this browser may open without their links, by id and version of the
 * link. The newest `max` are kept, each for `hours`. */
export function browserGrants(cookie: string, { hours, max }: { hours: number; max: number }) {
  function read(deps: Using, request: Request) {
    const oldest = new Date(deps.clock.now().getTime() - hours * 3_600_000).toISOString();
    const stored = Grants.parse(signedCookie(deps, cookie).parse(request.headers.get("Cookie")));
    return stored.filter(({ at }) => at > oldest);
  }
  return {
    read,
    /** A `Set-Cookie` value. */
    add(deps: Using, request: Request, { id, version }: { id: string; version: number }): string {
      const others = read(deps, request).filter((grant) => grant.id !== id);
      const grant = { id, version, at: deps.clock.now().toISOString() };
      return signedCookie(deps, cookie).serialize([grant, ...others].slice(0, max));
    },
  };
}
