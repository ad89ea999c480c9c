import type { Config } from "@react-router/dev/config";

export default {
  ssr: true,
  // All routes are known from the start: while routes are still being discovered, a fetcher's answer throws away the
  // navigation of a link pressed in that moment.
  routeDiscovery: { mode: "initial" },
  future: {
    v8_middleware: true,
    v8_splitRouteModules: true,
    v8_viteEnvironmentApi: true,
    v8_passThroughRequests: true,
    v8_trailingSlashAwareDataRequests: true,
  },
} satisfies Config;
