import { matchRoutes, type RouteObject, type ServerBuild } from "react-router";
import type { RouteConfigEntry } from "@react-router/dev/routes";
import { expect, test } from "vitest";
import routes from "#app/routes.ts";
import { createRoutePattern } from "./route-pattern.server.ts";

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
const pattern = createRoutePattern(build as unknown as ServerBuild);

const treeOf = (parentId: string | undefined): RouteObject[] =>
  entries
    .filter((entry) => entry.parentId === parentId)
    .map(({ id, path }) => ({ id, path, children: treeOf(id) }));
const tree = treeOf(undefined);

/** What the router itself says. */
function byRouter(pathname: string): string {
  const parts = matchRoutes(tree, pathname)!.map((match) => match.route.path?.replace(/^\/|\/$/g, ""));
  return `/${parts.filter(Boolean).join("/")}`;
}

const addresses = entries
  .map(({ path = "" }) => `/${path.replace(/^\//, "")}`)
  .flatMap((path) => [
    path.replaceAll(/:[a-zA-Z]+\??/g, "01a2-x").replace("*", "what/ever"),
    path.replaceAll(/\/:[a-zA-Z]+\?/g, "").replaceAll(/:[a-zA-Z]+/g, "a%2Fb%20c"),
    `${path.replaceAll(/:[a-zA-Z]+\??/g, "X").toUpperCase()}/`,
  ]);

test.each([...new Set([...addresses, "/nowhere", "/api", "/api/x/y", "/%62ooking", "//", "/booking//x"])])(
  "names %s as the router matches it",
  (address) => {
    expect(pattern(address)).toBe(byRouter(address));
  },
);

test("names a page's data as the page", () => {
  expect(pattern("/booking/steps/location.data")).toBe("/booking/steps/location");
  expect(pattern("/_root.data")).toBe("/");
});

test("names files and health checks without the routes", () => {
  expect(pattern("/assets/x-123.js")).toBe("/assets/*");
  expect(pattern("/readyz")).toBe("/readyz");
});
