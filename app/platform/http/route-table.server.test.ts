import { matchRoutes, type RouteObject, type ServerBuild } from "react-router";
import type { RouteConfigEntry } from "@react-router/dev/routes";
import { expect, test } from "vitest";
import routes from "#app/routes.ts";
import { createRouteTable } from "./route-table.server.ts";

type Entry = { id: string; path?: string | undefined; parentId?: string };

/** The product's own routes, in the form of the server's build. */
function productRoutes(entries: RouteConfigEntry[], parentId = "root"): Entry[] {
  return entries.flatMap(({ path, file, id = `${parentId}/${path ?? file}`, children = [] }) => [
    { id, path, parentId },
    ...productRoutes(children, id),
  ]);
}

const entries: Entry[] = [{ id: "root", path: "" }, ...productRoutes(routes)];
const build = { routes: Object.fromEntries(entries.map((entry) => [entry.id, entry])) };
const match = createRouteTable(build as unknown as ServerBuild);

const treeOf = (parentId: string | undefined): RouteObject[] =>
  entries
    .filter((entry) => entry.parentId === parentId)
    .map(({ id, path }) => ({ id, path, children: treeOf(id) }));
const tree = treeOf(undefined);

/** What the router itself says. */
function byRouter(pathname: string) {
  const matches = matchRoutes(tree, pathname)!;
  const parts = matches.map((one) => one.route.path?.replace(/^\/|\/$/g, "")).filter(Boolean);
  return {
    pattern: `/${parts.join("/")}`,
    routeIds: matches.map((one) => one.route.id),
    params: matches[0]!.params,
  };
}

const addresses = entries
  .map(({ path = "" }) => `/${path.replace(/^\//, "")}`)
  .flatMap((path) => [
    path.replaceAll(/:[a-zA-Z]+\??/g, "01a2-x").replace("*", "what/ever"),
    path.replaceAll(/\/:[a-zA-Z]+\?/g, "").replaceAll(/:[a-zA-Z]+/g, "a%2Fb%20c"),
    `${path.replaceAll(/:[a-zA-Z]+\??/g, "X").toUpperCase()}/`,
  ]);

test.each([...new Set([...addresses, "/nowhere", "/api", "/api/x/y", "/%62ooking", "//", "/booking//x"])])(
  "finds %s as the router does",
  (address) => {
    expect(match(address)).toEqual(byRouter(address));
  },
);

test("names a page's data as the page", () => {
  expect(match("/booking/steps/location.data").pattern).toBe("/booking/steps/location");
  expect(match("/_root.data").pattern).toBe("/");
});

test("names files and health checks without the routes", () => {
  expect(match("/assets/x-123.js").pattern).toBe("/assets/*");
  expect(match("/readyz").pattern).toBe("/readyz");
});
