import type { NextFunction, Request, Response } from "express";
import type { ServerBuild } from "react-router";
import type { RequestScope } from "#app/context.ts";
import { isStorageError } from "#app/platform/storage-error.ts";
import type { Lifecycle } from "./health.server.ts";
import type { Addressee } from "./plain-answer.server.ts";
import { reportRequestError } from "./report-error.server.ts";
import type { RouteMatch, RouteTable } from "./route-table.server.ts";
import { createNonce } from "./security-headers.server.ts";
import type { SiteRules } from "./site-rules.ts";

export type Middleware = (request: Request, response: Response, next: NextFunction) => void;

export type HttpOptions = {
  deps: RequestScope["deps"];
  build: ServerBuild | (() => Promise<ServerBuild>);
  routes: RouteTable;
  rules: SiteRules;
  lifecycle: Lifecycle;
  /** Told of every answer, and of every defect besides the log. */
  observers: {
    onAnswer(answer: { route: string; method: string; status: number; seconds: number }): void;
    onDefect(error: unknown, at: { requestId: string; route: string }): void;
  };
  /** Static files in production, Vite in development. */
  assets: Middleware;
};

/** What the server knows of a request before the application sees it. */
type Ticket = {
  requestId: string;
  nonce: string;
  pathname: string;
  isApi: boolean;
  /** Looked up when first needed. */
  match?: RouteMatch;
};

/** What the parts of the server share for one request. */
export type HttpContext = HttpOptions & {
  admit(request: Request): Ticket;
  ticketOf(request: Request): Ticket;
  matchOf(request: Request): RouteMatch;
  /** The route's pattern, for the log: addresses contain secrets. */
  routeOf(request: Request): string;
  addressee(request: Request, response: Response): Addressee;
  /** Logs an error and, unless a disk or a lock caused it, reports it as a defect. */
  reportDefect(request: Request, error: unknown): void;
};

/** The decoded path; null when it cannot be decoded or holds impossible characters. */
export function decodePath(pathname: string): string | null {
  try {
    const decoded = decodeURIComponent(pathname);
    return /^\/(?!\/)/.test(pathname) && !/[\p{Cc}\\]/u.test(decoded) ? decoded : null;
  } catch {
    return null;
  }
}

export function createHttpContext(options: HttpOptions): HttpContext {
  const { deps } = options;
  const tickets = new WeakMap<Request, Ticket>();
  const ticketOf = (request: Request) => tickets.get(request)!;
  const matchOf = (request: Request) => {
    const ticket = ticketOf(request);
    return (ticket.match ??= options.routes(ticket.pathname));
  };
  const routeOf = (request: Request) =>
    decodePath(ticketOf(request).pathname) === null ? "*" : matchOf(request).pattern;
  return {
    ...options,
    admit(request) {
      const pathname = request.originalUrl.split("?", 1)[0]!;
      const isApi = /^\/api(\/|$)/i.test(pathname);
      const ticket: Ticket = { requestId: deps.ids.uuid(), nonce: createNonce(), pathname, isApi };
      tickets.set(request, ticket);
      return ticket;
    },
    ticketOf,
    matchOf,
    routeOf,
    addressee: (request, response) => ({
      response,
      siteName: deps.settings.current().company.name,
      homeLabel: options.rules.homeLabel,
      ...ticketOf(request),
    }),
    reportDefect(request, error) {
      const { requestId } = ticketOf(request);
      reportRequestError({ deps, requestId }, error);
      if (!isStorageError(error)) options.observers.onDefect(error, { requestId, route: routeOf(request) });
    },
  };
}
