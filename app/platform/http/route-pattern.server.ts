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

/**
 * Names the route of a path by its pattern (`/booking/:bookingId`), which the log may hold: addresses carry secrets.
 * `*` for what matches nothing.
 */
export function createRoutePattern(build: ServerBuild): (pathname: string) => string {
  const routes = childrenOf(build, undefined);
  return (pathname) => {
    const matches = matchRoutes(routes, pathname.replace(/(\/_root)?\.data$/, "") || "/");
    const segments = matches?.map((match) => match.route.path?.replace(/^\/|\/$/g, "")).filter(Boolean);
    return segments ? `/${segments.join("/")}` : "*";
  };
}
