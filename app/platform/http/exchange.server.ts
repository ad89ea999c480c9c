import type { IncomingMessage, ServerResponse } from "node:http";
import type { ServerBuild } from "react-router";
import type { RequestScope } from "#app/context.ts";
import { describeError } from "#app/platform/log.server.ts";
import { freshRandomBytes } from "#app/platform/random-bytes.server.ts";
import { isStorageError } from "#app/platform/storage-error.ts";
import { clientAddress, limitedAddress } from "./limits.server.ts";

/** Express's signature, for which Vite and `sirv` are written. */
export type Middleware = (
  request: IncomingMessage,
  response: ServerResponse,
  next: (error?: unknown) => void,
) => unknown;

export type SiteRules = {
  /** The start page for an address. */
  homeOf(pathname: string): { label: string; to: string };
  /** Finds the cookie of a signed-in browser in a `Cookie` header. */
  sessionCookie: RegExp;
  isIndexed(pathname: string): boolean;
  isMeasured(pathname: string): boolean;
};

export type HttpOptions = {
  deps: RequestScope["deps"];
  build: ServerBuild | (() => Promise<ServerBuild>);
  rules: SiteRules;
  lifecycle: { isStarting: boolean; isStopping: boolean };
  observers: {
    onAnswer(answer: { route: string; method: string; status: number; seconds: number }): void;
    onDefect(error: unknown, at: { requestId: string; route: string }): void;
  };
  assets: Middleware;
};

/** Answered before the router, and logged as they are. */
const FIXED = ["/assets/", "/healthz", "/readyz"];

const METHODS = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

export const isMethod = (method: string) => METHODS.has(method);

export function isReadablePath(pathname: string): boolean {
  try {
    return /^\/(?!\/)/.test(pathname) && !/[\p{Cc}\\]/u.test(decodeURIComponent(pathname));
  } catch {
    return false;
  }
}

export type Exchange = ReturnType<typeof beginExchange>;

export function beginExchange(http: HttpOptions, request: IncomingMessage, response: ServerResponse) {
  const { deps, rules } = http;
  const target = request.url ?? "/";
  const pathname = target.split("?", 1)[0]!;
  const requestId = deps.ids.uuid();
  const nonce = freshRandomBytes(16).toString("base64url");
  const address = limitedAddress(clientAddress(request, deps.env.TRUSTED_PROXIES));
  const scope: RequestScope = { deps, requestId, nonce, clientAddress: address };
  return {
    http,
    request,
    response,
    requestId,
    nonce,
    scope,
    target,
    pathname,
    /** The client's, after `TRUSTED_PROXIES` hops, as limits count it. */
    clientAddress: address,
    isApi: /^\/api(\/|$)/i.test(pathname),
    siteName: deps.settings.current().company.name,
    /** Asked by the script of a page, which shows the answer in place. */
    isData: pathname.endsWith(".data"),
    home: rules.homeOf(pathname),
    /** The route's pattern, for the log: addresses contain secrets. `*` for what no route answered. */
    route: () => scope.pattern ?? FIXED.find((path) => pathname.startsWith(path)) ?? "*",
  };
}

export function logAccess({ http, request, response, requestId, route }: Exchange): void {
  const startedAt = performance.now();
  response.once("close", () => {
    const method = isMethod(request.method!) ? request.method! : "other";
    const status = response.writableFinished ? response.statusCode : 499;
    const seconds = (performance.now() - startedAt) / 1000;
    const answer = { route: route(), method, status };
    http.observers.onAnswer({ ...answer, seconds });
    http.deps.log.info("request", { requestId, ...answer, ms: Math.round(seconds * 1000) });
  });
}

/** Logs an error with the request id of the error page and, unless a disk or a lock caused it, reports it
 * as a defect. */
export function reportDefect({ http, requestId, route }: Exchange, error: unknown): void {
  http.deps.log.error("request failed", { requestId, ...describeError(error) });
  if (!isStorageError(error)) http.observers.onDefect(error, { requestId, route: route() });
}
