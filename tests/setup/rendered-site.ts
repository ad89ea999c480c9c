import { serverBuild } from "./server-build.ts";
import {
  RouterContextProvider,
  UNSAFE_withComponentProps as withComponentProps,
  UNSAFE_withErrorBoundaryProps as withErrorBoundaryProps,
  type ServerBuild,
} from "react-router";
import type { RouteConfigEntry } from "@react-router/dev/routes";
import * as entry from "#app/entry.server.tsx";
import { requestScope, type RequestScope } from "#app/context.ts";
import type { Deps } from "#app/deps.server.ts";
import routes from "#app/routes.ts";
import { createAreaHandler } from "#app/platform/http/area-handlers.server.ts";

/** Renders whole documents through the application, without a build. */

type BuiltRoute = NonNullable<ServerBuild["routes"][string]>;

const modules = import.meta.glob<BuiltRoute["module"]>(["/app/root.tsx", "/app/routes/**/*.{ts,tsx}"]);

/** Like the build: components get their route's data as props. */
async function built(file: string): Promise<BuiltRoute["module"]> {
  const module = await modules[`/app/${file}`]!();
  const { default: Component, ErrorBoundary } = module;
  return {
    ...module,
    ...(Component && { default: withComponentProps(Component as () => null) as never }),
    ...(ErrorBoundary && { ErrorBoundary: withErrorBoundaryProps(ErrorBoundary as () => null) as never }),
  };
}

async function builtRoutes(entries: RouteConfigEntry[], parentId: string): Promise<BuiltRoute[]> {
  const nested = await Promise.all(
    entries.map(async ({ id, file, path, index, children = [] }) => {
      const own = { id: id ?? file, parentId, path, index, module: await built(file) };
      return [own as BuiltRoute, ...(await builtRoutes(children, own.id))];
    }),
  );
  return nested.flat();
}

async function openSite() {
  const build = await buildSite();
  return createAreaHandler(build, "production");
}

/** The application's build, made of its sources. */
export async function buildSite(): Promise<ServerBuild> {
  const root = { id: "root", path: "", module: await built("root.tsx") } as BuiltRoute;
  const all = [root, ...(await builtRoutes(routes, root.id))];
  const assets = all.map(({ id, parentId, path, index, module }) => [
    id,
    {
      id,
      parentId,
      path,
      index,
      module: `/assets/${id}.js`,
      hasLoader: "loader" in module,
      hasAction: "action" in module,
    },
  ]);
  return serverBuild({
    routes: Object.fromEntries(all.map((one) => [one.id, one])),
    entry: { module: entry },
    assets: {
      entry: { imports: [], module: "/assets/entry.js" },
      routes: Object.fromEntries(assets),
      url: "/assets/manifest.js",
      version: "1",
    },
  });
}

let site: ReturnType<typeof openSite> | undefined;

type Posted = Record<string, string | string[]> | FormData | URLSearchParams;

const bodyOf = (form: Posted) =>
  form instanceof FormData || form instanceof URLSearchParams
    ? form
    : new URLSearchParams(
        Object.entries(form).flatMap(([name, values]) => [values].flat().map((value) => [name, value])),
      );

export type Rendered = { status: number; text: string; location: string | null; setCookies: string[] };

/** The answer at `path`, as a visitor with `cookie` gets it, or who posts `form` to it; `FormData` as multipart. */
export async function requestSite(deps: Deps, path: string, cookie = "", form?: Posted): Promise<Response> {
  const handle = await (site ??= openSite());
  const url = new URL(path, deps.env.APP_ORIGIN);
  const scope: RequestScope = {
    deps,
    requestId: "test-request",
    nonce: "test-nonce",
    clientAddress: "127.0.0.1",
  };
  const context = new RouterContextProvider();
  context.set(requestScope, scope);
  const answer = await handle(
    new Request(url, {
      headers: { Cookie: cookie },
      ...(form && { method: "POST", body: bodyOf(form) }),
    }),
    context,
  );
  if (scope.failure) throw scope.failure;
  return answer;
}

/** The document or the text of an answer. */
export async function render(deps: Deps, path: string, cookie = "", form?: Posted): Promise<Rendered> {
  const answer = await requestSite(deps, path, cookie, form);
  const location = answer.headers.get("Location");
  const setCookies = answer.headers.getSetCookie();
  return { status: answer.status, location, setCookies, text: await answer.text() };
}

/** HTML without the comments that React puts between texts, and the spans in which hours do not break. */
export function joinTexts(html: string): string {
  return html
    .replaceAll("<!-- -->", "")
    .replaceAll(/<span class="whitespace-nowrap">(\d+:\d+–\d+:\d+)<\/span>/g, "$1");
}
