import { createRequestHandler, RouterContextProvider, type EntryContext } from "react-router";
import type { RouteConfigEntry } from "@react-router/dev/routes";
import { expect, test } from "vitest";
import { serverBuild } from "#tests/setup/server-build.ts";
import siteRoutes from "#app/routes.ts";
import { createAreaHandler } from "./area-handlers.server.ts";

/** A page answers with the routes that it is made of; a resource with its own. Pages have all their routes at hand. */
const resource = (id: string) => ({
  loader: ({ params }: { params: object }) => Response.json({ id, params }),
});

function builtRoutes(entries: RouteConfigEntry[], parentId: string): [string, object][] {
  return entries.flatMap(({ id: given, file, path, index, children = [] }) => {
    const id = given ?? file;
    const module = file.endsWith(".tsx") ? { default: () => null, action: () => null } : resource(id);
    return [[id, { id, parentId, path, index, module }], ...builtRoutes(children, id)];
  });
}

function buildOf(entries: RouteConfigEntry[]) {
  const all: [string, object][] = [
    ["root", { id: "root", path: "", module: { default: () => null } }],
    ...builtRoutes(entries, "root"),
  ];
  const routes = Object.fromEntries(all);
  return serverBuild({
    routes,
    assets: { entry: { imports: [], module: "" }, routes, url: "", version: "1" },
    entry: {
      module: {
        handleError: () => {},
        default: (_request: Request, status: number, _headers: Headers, context: EntryContext) =>
          Response.json(
            {
              params: context.staticHandlerContext.matches[0]?.params,
              ids: context.staticHandlerContext.matches.map(({ route, pathname }) => [route.id, pathname]),
              errors: Object.keys(context.staticHandlerContext.errors ?? {}),
            },
            { status, headers: { "X-Routes": String(Object.keys(context.manifest.routes).length) } },
          ),
      },
    },
  });
}

const addresses = (entries: RouteConfigEntry[]): string[] =>
  entries.flatMap(({ path, children = [] }) => [
    ...(path ? [`/${path.replace(/^\//, "")}`] : []),
    ...addresses(children),
  ]);

/** Each address as visitors, programs and scanners may write it. */
function spellings(path: string): string[] {
  const plain = path
    .replace(/:\w+\?/, "019c")
    .replaceAll(/:\w+/g, "019c")
    .replace("*", "no/such/page");
  return [
    plain,
    path.replace(/\/:\w+\?/, "").replaceAll(/:\w+/g, "steps"),
    `${plain}/`,
    `${plain}.data`,
    `${plain}/_.data`,
    plain.toUpperCase(),
    plain.replace(/[a-z]/, (letter) => `%${letter.charCodeAt(0).toString(16)}`),
    `${plain}%2Fx`,
  ];
}

const ODD = [
  "/bookin",
  "/booking//",
  "/booking?a=/admin",
  "/booking/steps/more",
  "/",
  "/.data",
  "/_.data",
  "/%2F",
  "/*",
  "/:a",
  "/admin%2Fdashboard",
  "/bookings",
  "//admin",
];

/** Routes whose first part is a parameter, may be missing, or comes from a layout. */
const UNUSUAL: RouteConfigEntry[] = [
  { file: "home.tsx", index: true },
  { file: "layout.tsx", path: "shop", children: [{ file: "item.tsx", path: ":item" }] },
  { file: "language.tsx", path: ":language?/about" },
  { file: "maybe.tsx", path: "old?/shop" },
  { file: "anything.ts", path: ":anything" },
];

const site = siteRoutes as RouteConfigEntry[];

test.each([
  ["the site", site],
  ["a site of unusual routes", UNUSUAL],
])(
  "%s: every address, in every spelling, is answered by the same route as without areas",
  async (_name, entries) => {
    const build = buildOf(entries);
    const [byArea, whole] = [createAreaHandler(build, "test"), createRequestHandler(build, "test")];
    const ask = async (handle: typeof whole, address: string) => {
      const answer = await handle(new Request(`http://localhost${address}`), new RouterContextProvider());
      return [address, answer.status, await answer.text()];
    };
    for (const address of new Set([...addresses(entries).flatMap(spellings), ...ODD])) {
      expect(await ask(byArea, address)).toEqual(await ask(whole, address));
    }
  },
);

test("a page has its area's routes at hand, not the whole site's", async () => {
  const handle = createAreaHandler(buildOf(site), "test");
  const answer = await handle(new Request("http://localhost/booking"), new RouterContextProvider());
  expect(Number(answer.headers.get("X-Routes"))).toBeLessThan(30);
});
