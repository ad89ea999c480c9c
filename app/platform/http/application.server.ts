import { createContext, createRequestHandler, RouterContextProvider, type ServerBuild } from "react-router";
import { requestScope, type RequestScope } from "#app/context.ts";
import { withAnswersOnce } from "./answer-once.server.ts";
import type { RouteMatch } from "./route-table.server.ts";
import { createSharedPages, sharedIds } from "./shared-pages.server.ts";

type Route = NonNullable<ServerBuild["routes"][string]>;
type Handler = "loader" | "action";
type Results = Map<string, Promise<unknown>>;

/** What loaders and the action gave already, before the router asks for it. */
const results = createContext<Results>(new Map());
const nameOf = (routeId: string, handler: Handler) => `${handler} ${routeId}`;

/** The build, with loaders and actions that do not run twice for one request. */
function withResults(build: ServerBuild): ServerBuild {
  const once = (route: Route, name: Handler): Route["module"]["loader"] => {
    const handler = route.module[name];
    const key = nameOf(route.id, name);
    return handler && (async (args) => args.context.get(results).get(key) ?? handler(args));
  };
  const routes = Object.values(build.routes).map((route) => [
    route!.id,
    {
      ...route!,
      module: { ...route!.module, loader: once(route!, "loader"), action: once(route!, "action") },
    },
  ]);
  return { ...build, routes: Object.fromEntries(routes) as ServerBuild["routes"] };
}

/** True for a redirect within the site, which needs nothing more of the router. */
function isOwnRedirect(value: unknown): value is Response {
  return (
    value instanceof Response &&
    [302, 303].includes(value.status) &&
    /^\/(?![/\\])/.test(value.headers.get("Location") ?? "")
  );
}

export type Application = (request: Request, scope: RequestScope, match: RouteMatch) => Promise<Response>;

/**
 * React Router's request handler, with a short way round it for what a booking mostly consists of: a form that is
 * answered with a redirect, and a page that everybody gets alike (see `sharedPage`). Their loaders and actions run as the
 * router runs them; whatever else comes out of them goes to the router, which does not run them again. The page's text is
 * left in `scope.document`: in a `Response` it would become a stream of bytes and then a text again.
 */
export function createApplication(
  source: ServerBuild | (() => Promise<ServerBuild>),
  mode: string,
): Application {
  const contextOf = (scope: RequestScope, done: Results = new Map()) => {
    const context = new RouterContextProvider();
    context.set(requestScope, scope);
    context.set(results, done);
    return context;
  };
  if (typeof source === "function") {
    const handle = createRequestHandler(async () => withAnswersOnce(await source()), mode);
    return (request, scope) => handle(request, contextOf(scope));
  }

  const build = withAnswersOnce(source);
  const handle = createRequestHandler(withResults(build), mode);
  const pages = createSharedPages();

  /** Runs a handler as the router does. Its failure is the router's to answer. */
  const run = (
    route: Route,
    handler: Handler,
    request: Request,
    match: RouteMatch,
    context: RouterContextProvider,
  ) => {
    const { params, pattern } = match;
    const args = { request, params, pattern, context, url: new URL(request.url) };
    const result = (async () => route.module[handler]!(args) as unknown)();
    context.get(results).set(nameOf(route.id, handler), result);
    return result;
  };

  return async (request, scope, match) => {
    const context = contextOf(scope);
    const chain = match.routeIds.map((id) => build.routes[id]!);
    const leaf = chain.at(-1);
    const isDocument = leaf?.module.default && !new URL(request.url).pathname.endsWith(".data");
    const hasMiddleware = chain.some((route) => route.module.middleware);
    if (!isDocument || hasMiddleware) return handle(request, context);

    if (request.method === "POST" && leaf.module.action) {
      const outcome = await run(leaf, "action", request, match, context).catch((thrown: unknown) => thrown);
      return isOwnRedirect(outcome) ? outcome : handle(request, context);
    }
    if (request.method !== "GET") return handle(request, context);

    const loaded = await Promise.allSettled(
      chain
        .filter((route) => route.module.loader)
        .map((route) => run(route, "loader", request, match, context)),
    );
    if (loaded.some(({ status }) => status === "rejected")) return handle(request, context);
    const data = loaded.map((one) => (one.status === "fulfilled" ? one.value : null));
    const shared = sharedIds(data);
    if (!shared) return handle(request, context);

    const { pathname, search } = new URL(request.url);
    const page = [leaf.id, pathname, search, request.headers.get("Save-Data"), ...data];
    const ids = [scope.nonce, ...shared];
    const known = pages.find(page, ids);
    if (known !== null) {
      scope.document = known;
      return new Response(null, { headers: { "Content-Type": "text/html; charset=utf-8" } });
    }
    const answer = await handle(request, context);
    if (answer.status === 200 && scope.document !== undefined) pages.keep(page, ids, scope.document);
    return answer;
  };
}
