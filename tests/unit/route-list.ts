import type { RouteConfigEntry } from "@react-router/dev/routes";
import type { ActionFunction, LoaderFunction } from "react-router";
import routes from "#app/routes.ts";

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

export function listRoutes(): ListedRoute[] {
  return flatten(routes as RouteConfigEntry[], "");
}

/** Loads a route's module as the framework would. */
export async function loadRoute(route: ListedRoute): Promise<RouteModule> {
  const load = modules[`../../app/${route.file}`];
  if (!load) throw new Error(`there is no ${route.file}`);
  return load();
}
