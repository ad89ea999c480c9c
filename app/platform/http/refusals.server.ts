import { isMethod, isReadablePath, type Exchange } from "./exchange.server.ts";
import { ANSWERS, type PlainAnswer } from "./answers.server.ts";
import type { IncomingHttpHeaders } from "node:http";

/** Refuses a request before the application sees it: the answer, or null. */

const API_ONLY = new Set(["PUT", "PATCH", "DELETE"]);

export function refuseMalformed({ request, pathname }: Exchange): PlainAnswer | null {
  if (!isMethod(request.method!)) return ANSWERS.methodNotAllowed;
  return isReadablePath(pathname) ? null : ANSWERS.badRequest;
}

/** Refuses an unsafe method whose Origin or Sec-Fetch-Site is another site's. */
export function refuseCrossSite({ http, request, pathname }: Exchange): PlainAnswer | null {
  const { method, headers } = request;
  const appOrigin = http.deps.env.APP_ORIGIN;
  const { sessionCookie } = http.rules;
  const isOurs = isRequestFromOurselves({ method: method!, pathname, headers, appOrigin, sessionCookie });
  return isOurs ? null : ANSWERS.crossSite;
}

export const refuseMethodsOfTheApi = ({ request, isApi }: Exchange): PlainAnswer | null =>
  isApi || !API_ONLY.has(request.method!) ? null : ANSWERS.methodNotAllowed;

const SAFE_METHODS = new Set(["GET", "HEAD", "OPTIONS"]);

type Provenance = {
  method: string;
  pathname: string;
  headers: IncomingHttpHeaders;
  appOrigin: string;
  sessionCookie: RegExp;
};

const hostOf = (origin: string): string | null => (URL.canParse(origin) ? new URL(origin).host : null);

/** True for a request from our own pages, or from a program without a session's cookie: a browser that sends JSON to
 * another site names its Origin. The Host header counts only with `Sec-Fetch-Site: same-origin`, which no page can
 * forge: so 127.0.0.1 works where `APP_ORIGIN` says localhost. */
export function isRequestFromOurselves(request: Provenance): boolean {
  const { method, pathname, headers, appOrigin, sessionCookie } = request;
  if (SAFE_METHODS.has(method)) return true;
  const { origin, host, cookie, authorization } = headers;
  const site = headers["sec-fetch-site"];
  if (origin !== undefined) {
    if (origin === appOrigin) return true;
    return site === "same-origin" && host !== undefined && hostOf(origin) === host;
  }
  if (site !== undefined) return site === "same-origin";
  if (pathname !== "/api" && !pathname.startsWith("/api/")) return false;
  if (cookie === undefined || /^Bearer \S/i.test(authorization ?? "")) return true;
  return !sessionCookie.test(cookie) && /^application\/json\b/i.test(headers["content-type"] ?? "");
}

/** Signs and spaces that a mail program takes for the end of an address, raw or encoded. */
const AFTER_LINK = /(?:[.,;:!?)\]>}'"*]|%(?:20|2[129AC]|3[ABEF]|5D|7D|E2%80%9[9D]|C2%A0))+$/i;

/** The address without punctuation after it, for the page that a mailed link was for; null where there is none. What
 * somebody typed into a search ends as it likes: of a query only the token of a link is looked at. */
export function addressMeant({ request }: Pick<Exchange, "request">): string | null {
  if (request.method !== "GET" && request.method !== "HEAD") return null;
  const target = request.url ?? "/";
  const [path = "", query] = target.split("?", 2);
  if (query !== undefined && !/(?:^|&)token=[\w-]+[^\w&=-][^&=]*$/.test(query)) return null;
  const meant = target.replace(AFTER_LINK, "");
  return meant === target || meant.length < 2 || path.length < 2 ? null : meant;
}
