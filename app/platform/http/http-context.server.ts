import type { IncomingMessage, ServerResponse } from "node:http";
import type { ServerBuild } from "react-router";
import type { RequestScope } from "#app/context.ts";
import { isStorageError } from "#app/platform/storage-error.ts";
import { clientAddress, limitedAddress } from "./client-address.server.ts";
import type { Lifecycle } from "./lifecycle.server.ts";
import type { Addressee } from "./plain-answer.server.ts";
import { reportRequestError } from "./report-error.server.ts";
import type { RouteMatch, RouteTable } from "./route-table.server.ts";
import type { Middleware } from "./request-path.server.ts";
import { createNonce } from "./security-headers.server.ts";
import type { SiteRules } from "./site-rules.ts";

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
  /** Path and query as they came. */
  target: string;
  pathname: string;
  /** The client's, after `TRUSTED_PROXIES` hops, as limits count it. */
  clientAddress: string;
  isApi: boolean;
  match?: RouteMatch;
};

/** What the parts of the server share for one request. */
export type HttpContext = HttpOptions & {
  admit(request: IncomingMessage): Ticket;
  ticketOf(request: IncomingMessage): Ticket;
  matchOf(request: IncomingMessage): RouteMatch;
  /** The route's pattern, for the log: addresses contain secrets. */
  routeOf(request: IncomingMessage): string;
  addressee(request: IncomingMessage, response: ServerResponse): Addressee;
  /** Logs an error and, unless a disk or a lock caused it, reports it as a defect. */
  reportDefect(request: IncomingMessage, error: unknown): void;
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
  const tickets = new WeakMap<IncomingMessage, Ticket>();
  const ticketOf = (request: IncomingMessage) => tickets.get(request)!;
  const matchOf = (request: IncomingMessage) => {
    const ticket = ticketOf(request);
    return (ticket.match ??= options.routes(ticket.pathname));
  };
  const routeOf = (request: IncomingMessage) =>
    decodePath(ticketOf(request).pathname) === null ? "*" : matchOf(request).pattern;
  return {
    ...options,
    admit(request) {
      const target = request.url ?? "/";
      const pathname = target.split("?", 1)[0]!;
      const ticket: Ticket = {
        requestId: deps.ids.uuid(),
        nonce: createNonce(),
        target,
        pathname,
        clientAddress: limitedAddress(clientAddress(request, deps.env.TRUSTED_PROXIES)),
        isApi: /^\/api(\/|$)/i.test(pathname),
      };
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
