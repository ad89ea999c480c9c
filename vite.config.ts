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

/** Packages allowed in browsers (Swagger's viewer in the API's documentation alone). Anything else would make pages heavy unseen. */
const BROWSER_PACKAGES = new Set(["react", "react-dom", "react-router", "scheduler", "swagger-ui-dist"]);

/** Fails the build when a server's library lands in a file for the browser, as when a constant is read from a schema's file. */
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

export default defineConfig(({ command }) => ({
  plugins: [tailwindcss(), routerForProduction, browserPackagesOnly, reactRouter()],
  build: { modulePreload: false, assetsInlineLimit: 0, target: "es2022" },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            // A page needs a dozen files instead of forty, and the framework's stays cached when ours change.
            codeSplitting: {
              groups: [
                { name: "framework", test: /node_modules/, minShareCount: 8, priority: 1 },
                { name: "shared", minShareCount: 14 },
              ],
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
