import type { RouteConfigEntry } from "@react-router/dev/routes";
import type { ActionFunction, LoaderFunction } from "react-router";
import routes from "#app/routes.ts";

/** One URL of app/routes.ts with its module. */
export type ListedRoute = { path: string; file: string };

type RouteModule = { loader?: LoaderFunction; action?: ActionFunction; default?: unknown };

const modules = import.meta.glob<RouteModule>("../../app/routes/**/*.{ts,tsx}");

function flatten(entries: RouteConfigEntry[], parent: string): ListedRoute[] {
  return entries.flatMap((entry) => {
    const path = entry.path ? `${parent}/${entry.path}`.replace("//", "/") : parent;
    const isLayout = entry.children !== undefined && !entry.path;
    return [
      ...(isLayout ? [] : [{ path: path || "/", file: entry.file }]),
      ...flatten(entry.children ?? [], path),
    ];
  });
}

/** Every URL of the product, layouts aside. */
export function listRoutes(): ListedRoute[] {
  return flatten(routes as RouteConfigEntry[], "");
}

/** The module of a route, as the framework would load it. */
export async function loadRoute(route: ListedRoute): Promise<RouteModule> {
  const load = modules[`../../app/${route.file}`];
  if (!load) throw new Error(`there is no ${route.file}`);
  return load();
}
