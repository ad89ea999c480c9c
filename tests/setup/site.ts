import { createStaticHandler, type RouteObject } from "react-router";
import type { RouteConfigEntry } from "@react-router/dev/routes";
import type { Deps } from "#app/deps.server.ts";
import routes from "#app/routes.ts";
import { testContext } from "./deps.ts";

/** Asks for pages through the routes, without rendering them. */

type RouteModule = { loader?: unknown; action?: unknown };

const modules = import.meta.glob<RouteModule>(["/app/root.tsx", "/app/routes/**/*.{ts,tsx}"]);

async function routeOf(entry: RouteConfigEntry): Promise<RouteObject> {
  const { loader, action } = await modules[`/app/${entry.file}`]!();
  const id = entry.id ?? entry.file;
  const own = { id, path: entry.path, loader, action } as RouteObject;
  if (entry.index) return { ...own, index: true, children: undefined };
  return { ...own, index: false, children: await Promise.all((entry.children ?? []).map(routeOf)) };
}

async function openSite() {
  const children = await Promise.all((routes as RouteConfigEntry[]).map(routeOf));
  const { loader } = (await modules["/app/root.tsx"]!()) as { loader: RouteObject["loader"] };
  return createStaticHandler([{ id: "root", loader, children }]);
}

let site: ReturnType<typeof openSite> | undefined;

/** A browser that keeps cookies and follows no redirects. */
export function browse(deps: Deps) {
  const cookies = new Map<string, string>();
  const cookieHeader = () => [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  return async function visit(path: string, form?: Record<string, string | string[]>) {
    const { query } = await (site ??= openSite());
    const body = form && new URLSearchParams();
    for (const [name, values] of Object.entries(form ?? {})) {
      for (const value of [values].flat()) body!.append(name, value);
    }
    const request = new Request(new URL(path, deps.env.APP_ORIGIN), {
      method: body ? "POST" : "GET",
      headers: { Cookie: cookieHeader() },
      body,
    });
    const answer = await query(request, { requestContext: testContext(deps) });
    const headers =
      answer instanceof Response
        ? [answer.headers]
        : [...Object.values(answer.loaderHeaders), ...Object.values(answer.actionHeaders)];
    for (const cookie of headers.flatMap((one) => one.getSetCookie())) {
      const [pair = ""] = cookie.split(";");
      const separator = pair.indexOf("=");
      cookies.set(pair.slice(0, separator), pair.slice(separator + 1));
    }
    const status = answer instanceof Response ? answer.status : answer.statusCode;
    const location = answer instanceof Response ? answer.headers.get("Location") : null;
    return { status, location, cookie: cookieHeader() };
  };
}
