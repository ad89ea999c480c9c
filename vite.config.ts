import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig, type Plugin } from "vite";
import { routerForBrowsers } from "./scripts/router-for-browsers.ts";

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

/** Parts that load late have no style sheets, which is all that Vite's own helper waits for. */
const plainImports: Plugin = {
  name: "plain-imports",
  apply: "build",
  applyToEnvironment: ({ name }) => name === "client",
  transform: {
    filter: { id: /vite\/preload-helper/ },
    handler: () => ({ code: "export const __vitePreload = (load) => load();", map: null }),
  },
};

/** What may travel to browsers (Swagger's viewer to the API's documentation alone). Anything else would make pages heavy unseen. */
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

/** What the wizard's first page needs and other pages too: compressed as one file it is 2 KB less than as fifteen. */
const FIRST_STEP = new RegExp(
  [
    "app/features/contact-details/(email|phone|countries|.*-field|field-alert)\\.",
    "app/features/catalogue/(catalogue|booking-rules|who-assesses)\\.",
    "app/features/booking/(analytics|reference-lists|relationship|steps)\\.",
    "app/features/wizard/(landing|wizard-step)\\.",
    "app/platform/(dates|money|clean-line)\\.",
  ].join("|"),
);

const EVERY_PAGE = /app\/(forms|ui|error-boundary|public-frame)|preload-helper/;

/** What the wizard's first page does without. */
const OTHER_PAGES =
  /app\/(forms\/(date|password|revalidate)-|ui\/(badge|dialog|icon|lists|table|card|copy-field|print-button)\.)/;

export default defineConfig(({ command }) => ({
  plugins: [
    tailwindcss(),
    routerForProduction,
    routerForBrowsers,
    plainImports,
    browserPackagesOnly,
    reactRouter(),
  ],
  build: { modulePreload: false, assetsInlineLimit: 0, target: "es2022" },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            // A wizard page needs ten files instead of forty, and the framework's stays cached when ours change.
            codeSplitting: {
              groups: [
                {
                  name: "react",
                  test: /node_modules[\\/](react|react-dom|react-router|scheduler)[\\/]/,
                  priority: 4,
                },
                { name: "wizard", test: FIRST_STEP, priority: 3 },
                { name: "other", test: OTHER_PAGES, minShareCount: 4, priority: 2 },
                { name: "parts", test: EVERY_PAGE, minShareCount: 4, priority: 1 },
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
      build: { target: "node24", rollupOptions: { input: "./start.ts" } },
    },
  },
}));
