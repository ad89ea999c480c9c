import type { IncomingHttpHeaders } from "node:http";

const SAFE_METHODS = new Set(["GET", "HEAD", "OPTIONS"]);

type Provenance = {
  method: string;
  pathname: string;
  headers: IncomingHttpHeaders;
  appOrigin: string;
};

function hostOf(origin: string): string | null {
  return URL.canParse(origin) ? new URL(origin).host : null;
}

/** True for a request from our own pages, or from a program without a browser's cookies. The Host header counts only
 * with `Sec-Fetch-Site: same-origin`, which no page can forge: so 127.0.0.1 works where `APP_ORIGIN` says localhost. */
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
