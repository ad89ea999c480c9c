import { createStaticHandler, type RouteObject, type ServerBuild } from "react-router";

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

/** A branch's whole path as the router matches it: any case, slashes at the end. */
function wholePath(path: string): RegExp {
  const segments = path.split("/").filter(Boolean);
  const source = segments.map((segment) => {
    if (segment === "*") return "(?:/.*)?";
    return segment.startsWith(":") ? "/[^/]+" : `/${segment.replaceAll(".", "\\.")}`;
  });
  return new RegExp(`^${source.join("")}/*$`, "i");
}

const decodeSegment = (segment: string) => decodeURIComponent(segment).replaceAll("/", "%2F");

/**
 * Names the route of a path by its pattern (`/booking/:bookingId`), which the log may hold: addresses carry secrets.
 * `*` for what matches nothing. The routes are ranked and compiled once: `matchRoutes` does it again for each address,
 * which took a tenth of a request.
 */
export function createRoutePattern(build: ServerBuild): (pathname: string) => string {
  const routes = createStaticHandler(childrenOf(build, undefined))._internalRouteBranches.map((branch) => ({
    address: wholePath(branch.path),
    pattern: `/${branch.routesMeta
      .map(({ route }) => route.path?.replace(/^\/|\/$/g, ""))
      .filter(Boolean)
      .join("/")}`,
  }));
  return (pathname) => {
    if (OURS.has(pathname)) return pathname;
    if (pathname.startsWith("/assets/")) return "/assets/*";
    const page = pathname.replace(/(\/_root)?\.data$/, "") || "/";
    const decoded = page.includes("%") ? page.split("/").map(decodeSegment).join("/") : page;
    return routes.find(({ address }) => address.test(decoded))?.pattern ?? "*";
  };
}
