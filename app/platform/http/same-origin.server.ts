import type { IncomingHttpHeaders } from "node:http";

/** The cross-site request forgery check (DESIGN section 10 and decision 32). */

const SAFE_METHODS = new Set(["GET", "HEAD", "OPTIONS"]);

export type Provenance = {
  method: string;
  /** Without the query. */
  pathname: string;
  headers: IncomingHttpHeaders;
  /** `APP_ORIGIN`. */
  appOrigin: string;
};

function hostOf(origin: string): string | null {
  return URL.canParse(origin) ? new URL(origin).host : null;
}

/**
 * True when the request may change something: it comes from our own pages, or from a program that sends no cookies of
 * a browser. An Origin of another site is refused everywhere. The Host header is believed only beside the browser's
 * own `Sec-Fetch-Site: same-origin`, which no page can forge: so 127.0.0.1 works where `APP_ORIGIN` says localhost.
 */
export function isRequestFromOurselves({ method, pathname, headers, appOrigin }: Provenance): boolean {
  if (SAFE_METHODS.has(method)) return true;
  const { origin, host, cookie, authorization } = headers;
  const site = headers["sec-fetch-site"];
  if (origin !== undefined) {
    if (origin === appOrigin) return true;
    return site === "same-origin" && host !== undefined && hostOf(origin) === host;
  }
  if (site !== undefined) return site === "same-origin";
  if (pathname !== "/api" && !pathname.startsWith("/api/")) return false;
  return cookie === undefined || /^Bearer \S/i.test(authorization ?? "");
}
