import reactHooks from "eslint-plugin-react-hooks";
import tseslint from "typescript-eslint";

/** Forbids imports that match any of `groups`, with the reason shown to the developer. */
function forbid(...patterns) {
  return {
    "@typescript-eslint/no-restricted-imports": [
      "error",
      {
        patterns: patterns.map(([group, message, allowTypeImports = false]) => ({
          group,
          message,
          allowTypeImports,
        })),
      },
    ],
  };
}

const ROUTES = [["**/routes/**", "#app/routes/**"], "Nobody imports from routes/, types included."];
const FEATURES = [
  ["**/features/**", "#app/features/**"],
  "This layer knows no feature (see docs/architecture.md).",
];
const INTEGRATIONS = [["**/integrations/**", "#app/integrations/**"], "This layer knows no integration."];
const DEPS = [
  ["**/deps.server*"],
  "Only routes and scripts reach the composition root; types only elsewhere.",
  true,
];
const SERVER_IO = [
  ["**/platform/*.server*", "better-sqlite3", "postmark", "nodemailer", "xero-node", "node:fs", "node:fs/*"],
  "Only *.server.ts touches the database, the environment or an SDK.",
  true,
];
const SDKS = [["postmark", "nodemailer", "xero-node"], "Vendor SDKs and their types stop in integrations/."];
const APP = [["#app/**", "**/app/**"], "Migrations are frozen: they import nothing from app/."];

export default tseslint.config(
  { ignores: ["build/", ".react-router/", "node_modules/", "data/", "test-results/", "playwright-report/"] },
  ...tseslint.configs.recommended,
  reactHooks.configs.flat.recommended,
  {
    rules: {
      "no-console": "error",
      eqeqeq: "error",
      "@typescript-eslint/no-unused-vars": ["error", { argsIgnorePattern: "^_", varsIgnorePattern: "^_" }],
      "@typescript-eslint/consistent-type-imports": "error",
    },
  },
  { files: ["app/ui/**", "app/forms/**"], rules: forbid(ROUTES, FEATURES, INTEGRATIONS, DEPS, SERVER_IO) },
  { files: ["app/platform/**"], rules: forbid(ROUTES, FEATURES, INTEGRATIONS, DEPS) },
  { files: ["app/integrations/**"], rules: forbid(ROUTES, FEATURES, DEPS) },
  {
    files: ["app/features/**"],
    ignores: ["**/*.server.ts", "**/*.test.ts", "**/*.server.test.ts"],
    rules: forbid(ROUTES, SDKS, DEPS, SERVER_IO),
  },
  { files: ["app/features/**/*.server.ts"], rules: forbid(ROUTES, SDKS, DEPS) },
  {
    files: ["app/routes/**"],
    ignores: ["**/*.test.ts", "**/*.test.tsx"],
    rules: forbid(
      [["kysely", "better-sqlite3"], "Routes hold no queries: use a feature's queries or use cases."],
      [["**/routes/**", "#app/routes/**"], "Routes do not import each other."],
      SDKS,
    ),
  },
  { files: ["migrations/**"], rules: forbid(APP) },
  { files: ["scripts/**", "deploy/**", "tests/**", "playwright.config.ts"], rules: { "no-console": "off" } },
);
