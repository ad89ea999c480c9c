import { STATUS_CODES } from "node:http";
import { constants } from "node:zlib";
import compression from "compression";
import express, { type Express, type NextFunction, type Request, type Response } from "express";
import type { ServerBuild } from "react-router";
import type { RequestScope } from "#app/context.ts";
import { createApplication } from "./application.server.ts";
import { createHealth, type Lifecycle } from "./health.server.ts";
import { limitedAddress } from "./client-address.server.ts";
import { sendFrameworkResponse, toFrameworkRequest } from "./framework.server.ts";
import { isDataRequest, STORAGE_DOWN, storageDownAnswer, storageDownDetails } from "./keep-input.server.ts";
import { ANSWERS, sendPlainAnswer, tooManyRequests, type Addressee } from "./plain-answer.server.ts";
import { notingWaits } from "#app/platform/rate-limit.server.ts";
import { isStorageError } from "#app/platform/storage-error.ts";
import { bodyLimit, readBody } from "./read-body.server.ts";
import { refuseBody } from "./refuse-body.server.ts";
import { reportRequestError } from "./report-error.server.ts";
import { createRequestLimit } from "./request-limit.server.ts";
import { isRequestFromOurselves } from "./same-origin.server.ts";
import type { RouteMatch, RouteTable } from "./route-table.server.ts";
import { createNonce, securityHeaders } from "./security-headers.server.ts";

type Middleware = (request: Request, response: Response, next: NextFunction) => void;

export type HttpOptions = {
  deps: RequestScope["deps"];
  build: ServerBuild | (() => Promise<ServerBuild>);
  routes: RouteTable;
  lifecycle: Lifecycle;
  /** Told of every answer, and of every defect beside the log. */
  observers: {
    onAnswer(answer: { route: string; method: string; status: number; seconds: number }): void;
    onDefect(error: unknown, at: { requestId: string; route: string }): void;
  };
  /** Static files in production, Vite in development. */
  assets: Middleware;
};

const METHODS = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);
const API_ONLY = new Set(["PUT", "PATCH", "DELETE"]);
const BODILESS = new Set(["GET", "HEAD", "OPTIONS"]);
/** Of a page: 5 takes two thirds more time to save 7 % of the bytes. */
const BROTLI_QUALITY = 4;

/** What the server knows of a request before the application sees it. */
type Ticket = {
  requestId: string;
  nonce: string;
  pathname: string;
  isApi: boolean;
  /** Found when it is first needed, once. */
  match?: RouteMatch;
};

/** The path as text; null when its percent signs do not decode or it holds what no path of ours does. */
function decodePath(pathname: string): string | null {
  try {
    const decoded = decodeURIComponent(pathname);
    return /^\/(?!\/)/.test(pathname) && !/[\p{Cc}\\]/u.test(decoded) ? decoded : null;
  } catch {
    return null;
  }
}

/**
 * The server in front of React Router, in this order: identity and headers, log, assets, health, limits, same-origin
 * check, body, application (DESIGN section 10).
 */
export function createHttpApp(options: HttpOptions): Express {
  const { deps, lifecycle } = options;
  const isDevelopment = deps.env.NODE_ENV === "development";
  const isSecure = deps.env.APP_ORIGIN.startsWith("https:");
  const tickets = new WeakMap<Request, Ticket>();
  const secondsToWait = createRequestLimit({ clock: deps.clock, isOn: deps.env.RATE_LIMITS === "on" });
  const application = createApplication(options.build, deps.env.NODE_ENV);

  const ticketOf = (request: Request) => tickets.get(request)!;
  const addressee = (request: Request, response: Response): Addressee => ({
    response,
    siteName: deps.env.SITE_NAME,
    ...ticketOf(request),
  });

  const matchOf = (request: Request) => {
    const ticket = ticketOf(request);
    return (ticket.match ??= options.routes(ticket.pathname));
  };
  const routeOf = (request: Request) =>
    decodePath(ticketOf(request).pathname) === null ? "*" : matchOf(request).pattern;
  const reportDefect = (request: Request, error: unknown) => {
    const { requestId } = ticketOf(request);
    reportRequestError({ deps, requestId }, error);
    if (!isStorageError(error)) options.observers.onDefect(error, { requestId, route: routeOf(request) });
  };

  const identify: Middleware = (request, response, next) => {
    const pathname = request.originalUrl.split("?", 1)[0]!;
    const isApi = /^\/api(\/|$)/i.test(pathname);
    const ticket: Ticket = { requestId: deps.ids.uuid(), nonce: createNonce(), pathname, isApi };
    tickets.set(request, ticket);
    response.setHeader("X-Request-Id", ticket.requestId);
    const headers = securityHeaders({
      nonce: ticket.nonce,
      pathname,
      isDevelopment,
      hasAnalytics: deps.env.ANALYTICS_ID !== undefined,
    });
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    if (lifecycle.isStopping()) response.setHeader("Connection", "close");
    next();
  };

  const logAccess: Middleware = (request, response, next) => {
    const startedAt = performance.now();
    response.once("close", () => {
      const method = METHODS.has(request.method) ? request.method : "other";
      const status = response.writableFinished ? response.statusCode : 499;
      const seconds = (performance.now() - startedAt) / 1000;
      const route = routeOf(request);
      const { requestId } = ticketOf(request);
      options.observers.onAnswer({ route, method, status, seconds });
      deps.log.info("request", { requestId, route, method, status, ms: Math.round(seconds * 1000) });
    });
    next();
  };

  const refuseNonsense: Middleware = (request, response, next) => {
    const { pathname } = ticketOf(request);
    if (!METHODS.has(request.method))
      return sendPlainAnswer(ANSWERS.methodNotAllowed, addressee(request, response));
    if (decodePath(pathname) === null)
      return sendPlainAnswer(ANSWERS.badRequest, addressee(request, response));
    next();
  };

  const limitRequests: Middleware = (request, response, next) => {
    const wait = secondsToWait(limitedAddress(request.ip));
    if (wait !== null) return sendPlainAnswer(tooManyRequests(wait), addressee(request, response));
    next();
  };

  const refuseCrossSite: Middleware = (request, response, next) => {
    const { pathname } = ticketOf(request);
    const { method, headers } = request;
    if (isRequestFromOurselves({ method, pathname, headers, appOrigin: deps.env.APP_ORIGIN })) return next();
    sendPlainAnswer(ANSWERS.crossSite, addressee(request, response));
  };

  const refuseMethodsOfTheApi: Middleware = (request, response, next) => {
    if (ticketOf(request).isApi || !API_ONLY.has(request.method)) return next();
    sendPlainAnswer(ANSWERS.methodNotAllowed, addressee(request, response));
  };

  const runApplication = async (request: Request, response: Response) => {
    const { requestId, nonce, pathname, isApi } = ticketOf(request);
    const target = request.originalUrl;
    let body: Buffer | null = null;
    if (!BODILESS.has(request.method)) {
      const limit = bodyLimit(pathname);
      const outcome = await readBody(request, limit);
      if (outcome.kind === "aborted") return;
      if (outcome.kind === "too-large") {
        return refuseBody(request, addressee(request, response), { target, limit });
      }
      body = outcome.bytes;
    }
    const gone = new AbortController();
    response.once("close", () => {
      if (!response.writableFinished) gone.abort();
    });
    const scope: RequestScope = { deps, requestId, nonce, clientAddress: limitedAddress(request.ip) };
    const { APP_ORIGIN: appOrigin } = deps.env;
    const [answer, wait] = await notingWaits(() =>
      application(
        toFrameworkRequest(request, { target, appOrigin, body, signal: gone.signal }),
        scope,
        matchOf(request),
      ),
    );
    if (answer.status >= 500 && scope.failure !== undefined) reportDefect(request, scope.failure);
    const isStorageDown = answer.status >= 500 && isStorageError(scope.failure);
    if (isStorageDown && (body || isApi || isDataRequest(target))) {
      await answer.body?.cancel();
      const contentType = request.headers["content-type"] ?? "";
      const posted = body && { target, contentType, body };
      if (isDataRequest(target)) {
        response.status(503).set({ "Cache-Control": "private, no-store", "Retry-After": "5" });
        return void response.type("text").send(storageDownDetails());
      }
      return sendPlainAnswer(await storageDownAnswer(posted), addressee(request, response));
    }
    response.setHeader("Cache-Control", "private, no-store");
    if (answer.status === 405) response.setHeader("Allow", "GET, HEAD");
    if (answer.status === 429 && wait > 0) response.setHeader("Retry-After", String(wait));
    if (isStorageDown) response.setHeader("Retry-After", "5");
    const { headers } = answer;
    const shown = isStorageDown ? new Response(answer.body, { status: 503, headers }) : answer;
    if (headers.get("Content-Type")?.startsWith("text/html")) response.appendHeader("Vary", "Save-Data");
    await sendFrameworkResponse(response, shown, { document: scope.document, isSecure });
  };

  const app = express();
  app.disable("x-powered-by");
  app.disable("etag");
  app.set("trust proxy", deps.env.TRUSTED_PROXIES);
  app.use(identify, logAccess, refuseNonsense, options.assets);
  app.use(createHealth(deps, lifecycle));
  app.use(limitRequests, refuseCrossSite, refuseMethodsOfTheApi);
  app.use(compression({ brotli: { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } } }));
  app.use(runApplication);
  app.use((error: unknown, request: Request, response: Response, _next: NextFunction) => {
    const status = (error as { status?: unknown }).status;
    if (typeof status === "number" && status >= 400 && status < 500 && STATUS_CODES[status]) {
      return sendPlainAnswer({ ...ANSWERS.badRequest, status }, addressee(request, response));
    }
    reportDefect(request, error);
    const answer = isStorageError(error) ? STORAGE_DOWN : ANSWERS.unexpected;
    sendPlainAnswer(answer, addressee(request, response));
  });
  return app;
}
