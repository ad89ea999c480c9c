import {
  createContext,
  createRequestHandler,
  RouterContextProvider,
  type RequestHandler,
  type ServerBuild,
} from "react-router";
import { requestScope, type RequestScope } from "#app/context.ts";
import { changeModules, withAnswersOnce } from "./answer-once.server.ts";
import type { RouteMatch } from "./route-table.server.ts";
import { createSharedPages, isShared } from "./shared-pages.server.ts";

type Route = NonNullable<ServerBuild["routes"][string]>;
type Handler = "loader" | "action";
type Results = Map<string, Promise<unknown>>;

/** What loaders and the action gave already, before the router asks for it. */
const results = createContext<Results>(new Map());
const nameOf = (routeId: string, handler: Handler) => `${handler} ${routeId}`;

function withResults(build: ServerBuild): ServerBuild {
  const once = (route: Route, name: Handler): Route["module"]["loader"] => {
    const handler = route.module[name];
    const key = nameOf(route.id, name);
    return handler && (async (args) => args.context.get(results).get(key) ?? handler(args));
  };
  return changeModules(build, (route) => ({
    loader: once(route, "loader"),
    action: once(route, "action"),
  }));
}

function isOwnRedirect(value: unknown): value is Response {
  return (
    value instanceof Response &&
    [302, 303].includes(value.status) &&
    /^\/(?![/\\])/.test(value.headers.get("Location") ?? "")
  );
}

/** React Router ranks all its routes for each request, a fifth of a page's time: a page's handler has only its own. */
function createPageHandlers(build: ServerBuild, mode: string) {
  const handlers = new Map<string, RequestHandler>();
  return (routeIds: readonly string[]): RequestHandler => {
    const key = routeIds.join(" ");
    const known = handlers.get(key);
    if (known) return known;
    const only = <Entry>(entries: Record<string, Entry>) =>
      Object.fromEntries(routeIds.map((id) => [id, entries[id]!]));
    const assets = { ...build.assets, routes: only(build.assets.routes) };
    const handler = createRequestHandler({ ...build, routes: only(build.routes), assets }, mode);
    handlers.set(key, handler);
    return handler;
  };
}

function contextOf(scope: RequestScope, done: Results = new Map()): RouterContextProvider {
  const context = new RouterContextProvider();
  context.set(requestScope, scope);
  context.set(results, done);
  return context;
}

type Run = { request: Request; url: URL; match: RouteMatch; context: RouterContextProvider };

function run(route: Route, handler: Handler, { request, url, match, context }: Run): Promise<unknown> {
  const { params, pattern } = match;
  const args = { request, params, pattern, context, url };
  const result = (async () => route.module[handler]!(args) as unknown)();
  context.get(results).set(nameOf(route.id, handler), result);
  return result;
}

type Application = (request: Request, scope: RequestScope, match: RouteMatch) => Promise<Response>;

export function createDevelopmentApplication(source: () => Promise<ServerBuild>): Application {
  const handle = createRequestHandler(async () => withAnswersOnce(await source()), "development");
  return (request, scope) => handle(request, contextOf(scope));
}

/** React Router's request handler, with a shorter way for redirects after a form and for shared pages (`sharedPage`).
 * The page's text is in `scope.document`: a `Response` would turn it into a stream of bytes and back. */
export function createApplication(source: ServerBuild, mode: string): Application {
  const build = withAnswersOnce(source);
  const handlerOf = createPageHandlers(withResults(build), mode);
  const handleAny = createRequestHandler(withResults(build), mode);
  const openPage = createSharedPages();

  return async (request, scope, match) => {
    const context = contextOf(scope);
    const url = new URL(request.url);
    const chain = match.routeIds.map((id) => build.routes[id]!);
    const leaf = chain.at(-1);
    const isDocument = leaf?.module.default && !url.pathname.endsWith(".data");
    const hasMiddleware = chain.some((route) => route.module.middleware);
    if (!isDocument || hasMiddleware) return handleAny(request, context);
    const handle = handlerOf(match.routeIds);
    const asked = { request, url, match, context };

    if (request.method === "POST" && leaf.module.action) {
      const outcome = await run(leaf, "action", asked).catch((thrown: unknown) => thrown);
      return isOwnRedirect(outcome) ? outcome : handle(request, context);
    }
    if (request.method !== "GET") return handle(request, context);

    const routes = chain.filter((route) => route.module.loader);
    const settled = await Promise.allSettled(routes.map((route) => run(route, "loader", asked)));
    const outcomes = settled.map((one) => (one.status === "fulfilled" ? one.value : (one.reason as unknown)));
    const away = outcomes.findLast(isOwnRedirect);
    if (away) return away;
    if (settled.some(({ status }) => status === "rejected") || !isShared(outcomes)) {
      return handle(request, context);
    }

    const page = openPage([leaf.id, url.pathname, url.search, request.headers.get("Save-Data")], outcomes, [
      scope.nonce,
    ]);
    if (page?.known) {
      scope.document = page.known;
      return new Response(null, { headers: { "Content-Type": "text/html; charset=utf-8" } });
    }
    if (!page) return handle(request, context);
    const withoutTexts = routes.map(
      (route, index) => [nameOf(route.id, "loader"), Promise.resolve(page.loaded[index])] as const,
    );
    const answer = await handle(request, contextOf(scope, new Map(withoutTexts)));
    const rendered = answer.status === 200 ? scope.document : undefined;
    const kept = typeof rendered === "string" ? page.keep(rendered) : null;
    if (kept === null) return handle(request, context);
    scope.document = kept;
    return answer;
  };
}
