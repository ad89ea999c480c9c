import { parseAst, type Plugin } from "vite";

type Edit = [what: RegExp, replacement: string];

const bodyOf = (name: string, body: string): Edit => [
  new RegExp(`^(?:async )?function ${name}\\([^]*?^\\}$`, "m"),
  `function ${name}() {${body}}`,
];

/** What our configuration never reaches in React Router 7.18.4, by file: a condition becomes its known value, a
 * function loses its body. The minifier removes what follows from it: 6 of 35 KB (brotli). */
const NEVER_REACHED: Record<string, Edit[]> = {
  "chunk-Q34X6AWR.mjs": [
    // React Server Components: this is no RSC app.
    [/= useIsRSCRouterContext\(\);/g, "= false;"],
    [/if \(this\.context\b/g, "if (false"],
    // Discovery of routes: `routeDiscovery` is `initial`.
    [/^function isFogOfWarEnabled\([^)]*\) \{/m, "$& return false;"],
    bodyOf("useFogOFWarDiscovery", ""),
    bodyOf("getPatchRoutesOnNavigationFunction", ""),
    bodyOf("patchRoutesImpl", ""),
    [/\binit\.patchRoutesOnNavigation\b/g, "undefined"],
    [/if \(isFogOfWar\)/g, "if (false)"],
    [/if \(fogOfWar\.active && fogOfWar\.matches\)/g, "if (false)"],
    [/!isFogOfWar\b/g, "true"],
    // No link is prefetched.
    bodyOf("PrefetchPageLinks", ""),
    bodyOf("usePrefetchBehavior", "return [false, null, {}];"),
    bodyOf("getModuleLinkHrefs", "return [];"),
    // No view transitions.
    [/if \(!viewTransitionOpts \|\| !isViewTransitionAvailable\)/, "if (true)"],
    [/pendingAction === "POP"[^&)]*&& !isUninterruptedRevalidation && location !== state\.location/, "false"],
    [/else if \(pendingViewTransitionEnabled\)/, "else if (false)"],
    [/if \(vtContext\.isTransitioning/, "if (false"],
    [/if \(!vtContext\.isTransitioning/, "if (false"],
    [/if \(renderDfd && pendingState/g, "if (false"],
    bodyOf("restoreAppliedTransitions", ""),
    bodyOf("persistAppliedTransitions", ""),
    bodyOf("useViewTransitionState", "return false;"),
    // No fetcher loads.
    bodyOf("singleFetchLoaderFetcherStrategy", ""),
    // Pages come from the server: no loaders or actions in the browser, which `build.mjs` makes sure of.
    bodyOf("nonSsrStrategy", ""),
    bodyOf("shouldHydrateRouteLoader", "return false;"),
    [/if \(isSpaMode\b/g, "if (false"],
    [/if \(!routeModule\.client(Loader|Action)\)/g, "if (true)"],
    [/(?<!!)route\.hasClient(Loader|Action) \?/g, "false ?"],
    [/if \(typeof route\.lazy === "function"/g, "if (false"],
    // The page came with its scripts: the browser adds none, and `Scripts` and `ScrollRestoration` draw nothing there.
    bodyOf("Scripts", "return null;"),
    [/if \(!remixContext \|\| remixContext\.isSpaMode\)/, "if (true)"],
    // No style or digest in the page itself.
    [/typeof (criticalCss|manifest\.sri) === "\w+"/g, "false"],
    bodyOf("createClientRoutesWithHMRRevalidationOptOut", ""),
    // No instrumentations.
    [/if \(init\.instrumentations\)/g, "if (false)"],
    // `root.tsx` has an ErrorBoundary.
    bodyOf("RemixRootDefaultErrorBoundary", ""),
    bodyOf("DefaultErrorComponent", ""),
    // The router starts with the routes of its page, and learns the others when it first looks for one: ranking all of
    // them blocked a phone for 40 ms and more.
    [/(?<=_routes, routes\);\n)    __privateSet\(this, _branches, flattenAndRankRoutes\(routes\)\);/, ""],
    [
      /return __privateGet\(this, _hmrBranches\) \?\? __privateGet\(this, _branches\);/,
      "if (!__privateGet(this, _branches)) this.setRoutes(this.all()); return __privateGet(this, _branches);",
    ],
    [
      /let basename = init\.basename \|\| "\/";/,
      "dataRoutes.all = () => convertRoutesToDataRoutes(init.allRoutes(), mapRouteProperties2, void 0, manifest, true); $&",
    ],
    [
      /(let initialMatches = matchRoutesImpl\([^]*?)dataRoutes\.branches(?=\s*\);\s*let initialMatchesIsFOW)/,
      "$1flattenAndRankRoutes(dataRoutes.activeRoutes)",
    ],
    // A pattern is compiled when it is first tried, and once for all branches.
    [
      /routesMeta: routesMeta\.map\(\(meta2, i\) => \{\s*let \[matcher, params\] = compilePath\([^]*?compiledParams: params[^]*?\}\)/,
      "routesMeta",
    ],
    [
      /meta\.matcher && meta\.compiledParams \? matchPathImpl\([^]*?\) : matchPath\(pattern, remainingPathname\)/,
      "matchPathImpl(pattern, remainingPathname, ...(meta[end] ??= compilePath(meta.relativePath, meta.caseSensitive, end)))",
    ],
    // Warnings for developers, which `npm run dev` shows.
    [/^function warn(ing|Once)\(/gm, "/* @__NO_SIDE_EFFECTS__ */ $&"],
  ],
  "chunk-G2MPF4YY.mjs": [
    // The routes of the first page are those whose modules came with it. Looking for them among all routes, as the
    // router does once more, blocked a phone for 30 ms.
    [
      /let initialMatches = matchRoutes[^]*?(?=return hydrationData)/,
      "for (let id in window.__reactRouterRouteModules) if (!getRouteInfo(id).hasLoader) hydrationData.loaderData[id] = null;",
    ],
  ],
  "dom-export.mjs": [
    // The address and the routes of the page are read in a task of their own, before the router is made.
    [
      /\.then\(\(value\) => \{(\s*ssrInfo\.context\.state = value\.value;\s*localSsrInfo\.stateDecodingPromise\.value = true;\s*)\}\)/,
      ".then((value) => new Promise((resolve) => setTimeout(() => {$1 own = readOwn(); resolve(); })))",
    ],
    [
      /function createHydratedRouter\(/,
      `let own;
      const clientRoutes = (of) => createClientRoutes(of, ssrInfo.routeModules, ssrInfo.context.state, ssrInfo.context.ssr, ssrInfo.context.isSpaMode);
      function readOwn() {
        const routes = {};
        for (const id in ssrInfo.routeModules) routes[id] = ssrInfo.manifest.routes[id];
        return { history: createBrowserHistory(), routes: clientRoutes(routes) };
      }
      $&`,
    ],
    [/let routes = createClientRoutes\([^]*?\);/, "let { routes, history } = own;"],
    [/history: createBrowserHistory\(\)(?=,\s*basename)/, "history"],
    [/createRouter\(\{/, "$& allRoutes: () => clientRoutes(ssrInfo.manifest.routes),"],
    [/clientLoader: ssrInfo\.routeModules\[routeId\]\?\.clientLoader,/, ""],
    [/hasHydrateFallback: ssrInfo.*/, ""],
    [/window\.__reactRouterManifest\.sri === true/, "false"],
    [/if \(ssrInfo\.context\.isSpaMode\)/, "if (false)"],
  ],
};

type Node = { type: string; start: number; end: number };
type Call = Node & { callee: { name?: string }; arguments: Node[] };

function findCalls(node: unknown, isWanted: (name: string) => boolean): Call[] {
  if (typeof node !== "object" || node === null) return [];
  const found = Object.values(node).flatMap((child) => findCalls(child, isWanted));
  const call = node as Call;
  return call.type === "CallExpression" && isWanted(call.callee.name ?? "") ? [call, ...found] : found;
}

/** The message of an assertion becomes its line in the package's file, which is 1 KB less. */
function numberAssertions(code: string): string {
  const messages = findCalls(parseAst(code), (name) => /^invariant2?$/.test(name)).flatMap((call) =>
    call.arguments.slice(1),
  );
  let shorter = code;
  for (const { start, end } of messages.sort((a, b) => b.start - a.start)) {
    const line = code.slice(0, start).split("\n").length;
    shorter = `${shorter.slice(0, start)}${line}${shorter.slice(end)}`;
  }
  return shorter;
}

/** Leaves out of the browser's files what this product never reaches in React Router. The build fails when a new
 * version no longer holds a text to be replaced. */
export const routerForBrowsers: Plugin = {
  name: "router-for-browsers",
  apply: "build",
  applyToEnvironment: ({ name }) => name === "client",
  transform: {
    filter: { id: /\/react-router\/dist\/production\/.*\.mjs$/ },
    handler(code, id) {
      let edited = numberAssertions(code);
      const [, file = ""] = /([^/]+)$/.exec(id) ?? [];
      for (const [what, replacement] of NEVER_REACHED[file] ?? []) {
        const next = edited.replace(what, replacement);
        if (next === edited) this.error(`React Router changed: ${file} has no ${what.source}`);
        edited = next;
      }
      return { code: edited, map: null };
    },
  },
  generateBundle(_options, bundle) {
    const modules = Object.values(bundle).flatMap((file) => (file.type === "chunk" ? file.moduleIds : []));
    for (const file of Object.keys(NEVER_REACHED)) {
      if (!modules.some((id) => id.endsWith(`/${file}`))) this.error(`React Router changed: no ${file}`);
    }
  },
};
