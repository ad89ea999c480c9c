import type { ServerBuild } from "react-router";

/** A server build as the framework makes one, of the parts that a test gives: routes, entry and assets. */
export function serverBuild(parts: { routes: unknown; entry: unknown; assets?: unknown }): ServerBuild {
  return {
    assets: { entry: { imports: [], module: "" }, routes: {}, url: "", version: "1" },
    ...parts,
    publicPath: "/",
    assetsBuildDirectory: "",
    basename: "/",
    future: { v8_middleware: true, v8_passThroughRequests: true },
    ssr: true,
    isSpaMode: false,
    prerender: [],
    routeDiscovery: { mode: "initial" },
  } as unknown as ServerBuild;
}
