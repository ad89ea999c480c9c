import { createCookie } from "react-router";
import type { Env } from "#app/platform/env.server.ts";

/**
 * A signed cookie of the whole site that scripts cannot read. With TLS its name starts `__Host-`, so that no other host
 * can set it. `maxAge` is in seconds; without it the cookie goes when the browser is closed.
 */
export function signedCookie({ env }: { env: Env }, name: string, maxAge?: number) {
  const isSecure = env.APP_ORIGIN.startsWith("https:");
  return createCookie(isSecure ? `__Host-${name}` : name, {
    httpOnly: true,
    secure: isSecure,
    sameSite: "lax",
    path: "/",
    secrets: env.SESSION_SECRET,
    ...(maxAge === undefined ? {} : { maxAge }),
  });
}
