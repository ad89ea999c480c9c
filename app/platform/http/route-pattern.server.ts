import { matchRoutes, type RouteObject, type ServerBuild } from "react-router";

function childrenOf(build: ServerBuild, parentId: string | undefined): RouteObject[] {
  return Object.values(build.routes)
    .filter((route) => route !== undefined && route.parentId === parentId)
    .map((route) =>
      route!.index
        ? { id: route!.id, path: route!.path, index: true as const }
        : { id: route!.id, path: route!.path, children: childrenOf(build, route!.id) },
    );
}

/** Answered before the application. */
const OURS = new Set(["/healthz", "/readyz"]);

/**
 * Names the route of a path by its pattern (`/booking/:bookingId`), which the log may hold: addresses carry secrets.
 * `*` for what matches nothing.
 */
export function createRoutePattern(build: ServerBuild): (pathname: string) => string {
  const routes = childrenOf(build, undefined);
  return (pathname) => {
    if (OURS.has(pathname)) return pathname;
    if (pathname.startsWith("/assets/")) return "/assets/*";
    const matches = matchRoutes(routes, pathname.replace(/(\/_root)?\.data$/, "") || "/");
    const segments = matches?.map((match) => match.route.path?.replace(/^\/|\/$/g, "")).filter(Boolean);
    return segments ? `/${segments.join("/")}` : "*";
  };
}
