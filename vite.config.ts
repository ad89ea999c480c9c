import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig, type Plugin } from "vite";

/** The package's exports name React Router's development build alone, which warns in the console and is larger. */
const routerForProduction: Plugin = {
  name: "react-router-for-production",
  apply: "build",
  enforce: "pre",
  async resolveId(source, importer, options) {
    if (!/^react-router(\/dom)?$/.test(source)) return null;
    const found = await this.resolve(source, importer, { ...options, skipSelf: true });
    if (!found) return null;
    return { ...found, external: false, id: found.id.replace("/dist/development/", "/dist/production/") };
  },
};

/** Packages allowed in browsers (Swagger's viewer in the API's documentation alone). Anything else would make
 * pages heavy unseen. */
const BROWSER_PACKAGES = new Set(["react", "react-dom", "react-router", "scheduler", "swagger-ui-dist"]);

/** Fails the build when a server's library lands in a file for the browser, as when a constant is read from
 * a schema's file. */
const browserPackagesOnly: Plugin = {
  name: "browser-packages-only",
  apply: "build",
  applyToEnvironment: ({ name }) => name === "client",
  generateBundle(_options, bundle) {
    for (const file of Object.values(bundle)) {
      if (file.type !== "chunk") continue;
      for (const [id, module] of Object.entries(file.modules)) {
        const [, name] = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(id) ?? [];
        if (name && module.renderedLength > 0 && !BROWSER_PACKAGES.has(name)) {
          this.error(`${name} would travel to browsers in ${file.fileName} (${id})`);
        }
      }
    }
  },
};

const STEP = /\/app\/routes\/wizard\/([\w-]+)\.tsx/;
const EVERY_PAGE = /\/app\/(root|entry\.client|routes\/site-layout)\.tsx/;

type ModuleGraph = { getModuleInfo(id: string): { importers: readonly string[] } | null };

/** The steps of the booking form that use a module, and `page` for what every page needs. */
function usersOf(id: string, graph: ModuleGraph): string[] {
  if (STEP.test(id)) return [];
  const users = new Set([id]);
  // Visits what it adds.
  for (const user of users) graph.getModuleInfo(user)?.importers.forEach((importer) => users.add(importer));
  const found = [...users].flatMap((user) => (EVERY_PAGE.test(user) ? "page" : (STEP.exec(user)?.[1] ?? [])));
  return [...new Set(found)].sort();
}

/** Files of the booking form: one for what three steps or every page need, with React and the router; one for each two
 * steps; and one for each step. A page loads 5 to 8 files instead of up to 24, and few large ones compress better: at
 * most 119 KB instead of 126 (docs/decisions/0002). */
const BOOKING_FORM = [3, 2, 1].map((count) => ({
  name(id: string, graph: ModuleGraph) {
    const users = usersOf(id, graph);
    if (users.length > 2 || users.includes("page")) return count === 3 ? "common" : null;
    return users.length === count ? users.join("-") : null;
  },
  debugName: `booking form, ${count}`,
  test: /\/app\//,
  priority: count,
}));

export default defineConfig(({ command }) => ({
  plugins: [tailwindcss(), routerForProduction, browserPackagesOnly, reactRouter()],
  build: { modulePreload: false, assetsInlineLimit: 0, target: "es2022" },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            // Names of files that come with a page would make the list of routes 400 bytes longer.
            chunkFileNames: ({ isDynamicEntry }) => `assets/${isDynamicEntry ? "[name]-" : ""}[hash].js`,
            codeSplitting: {
              groups: [...BOOKING_FORM, { name: "shared", minShareCount: 14 }],
            },
          },
        },
      },
    },
    ssr: {
      // One file starts faster than hundreds of modules. What is native stays a package.
      resolve: command === "build" ? { noExternal: true, external: ["better-sqlite3", "sharp"] } : {},
      define: command === "build" ? { "process.env.NODE_ENV": '"production"' } : {},
      build: { target: "node24", rollupOptions: { input: "./server.ts" } },
    },
  },
}));
