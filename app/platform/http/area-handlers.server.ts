import { createRequestHandler, type RequestHandler, type ServerBuild } from "react-router";

/**
 * Only for speed: the router tries its routes one after the other, and makes all of them anew for each page. A handler
 * for each area of the site, the first part of the address, has that area's routes alone. Processor time of a booking:
 * × 0.79; with three times as many routes × 1.01 instead of × 1.29 (docs/decisions/0020).  */

type Manifest = ServerBuild["routes"];

/** The whole address of a route, with its parents'. */
export function addressOf(routes: Manifest, id: string): string {
  const { parentId, path = "" } = routes[id]!;
  const parent = parentId ? addressOf(routes, parentId) : "";
  return `${parent}/${path}`.replace(/\/+/g, "/");
}

/** First part of an address in lower case, as the router compares it. */
const areaOf = (address: string) => address.split("/", 2)[1]!.toLowerCase();

/** True for a first part that more than one address has: `*`, a parameter, a part that may be missing. */
const isAnyArea = (area: string) => /^:|[*?]/.test(area);

/** The build with the routes of `ids` and their parents, in the same order. */
function withRoutes(build: ServerBuild, ids: Iterable<string>): ServerBuild {
  const kept = new Set<string>();
  for (let id of ids) for (; id; id = build.routes[id]!.parentId ?? "") kept.add(id);
  const pick = <T extends object>(routes: T) =>
    Object.fromEntries(Object.entries(routes).filter(([id]) => kept.has(id))) as T;
  return {
    ...build,
    routes: pick(build.routes),
    assets: { ...build.assets, routes: pick(build.assets.routes) },
  };
}

/** Answers like `createRequestHandler(build, mode)`, without trying routes of other areas. An address whose first part
 * is no area's, or is spelt with `%`, is for the whole build; so is everything while the build can change
 * (`npm run dev`). */
export function createAreaHandler(
  build: ServerBuild | (() => Promise<ServerBuild>),
  mode: string,
): RequestHandler {
  const whole = createRequestHandler(build, mode);
  if (typeof build === "function") return whole;
  const { routes } = build;
  const withAddress = Object.keys(routes).filter((id) => routes[id]!.path || routes[id]!.index);
  const byArea = Map.groupBy(withAddress, (id) => areaOf(addressOf(routes, id)));
  const areas = [...byArea.keys()].filter((area) => !isAnyArea(area));
  const everywhere = [...byArea].flatMap(([area, ids]) => (isAnyArea(area) ? ids : []));
  const handlers = new Map(
    areas.map((area) => [
      area,
      createRequestHandler(withRoutes(build, [...byArea.get(area)!, ...everywhere]), mode),
    ]),
  );
  return (request, context) => {
    const area = areaOf(new URL(request.url).pathname).replace(/\.data$/, "");
    return (handlers.get(area) ?? whole)(request, context);
  };
}
