import reactHooks from "eslint-plugin-react-hooks";
import tseslint from "typescript-eslint";

/** Who may import whom is in .dependency-cruiser.mjs. */
export default tseslint.config(
  { ignores: ["build/", ".react-router/", "node_modules/", "data/", "test-results/", "playwright-report/"] },
  ...tseslint.configs.recommended,
  // They run the React compiler, which takes most of the time of all rules: so only where components and hooks are.
  {
    ...reactHooks.configs.flat.recommended,
    files: ["**/*.tsx", "app/**/*.ts"],
    ignores: ["**/*.server.*", "**/*.test.ts"],
  },
  {
    rules: {
      "no-console": "error",
      eqeqeq: "error",
      "@typescript-eslint/no-unused-vars": ["error", { argsIgnorePattern: "^_", varsIgnorePattern: "^_" }],
      "@typescript-eslint/consistent-type-imports": "error",
    },
  },
  {
    files: ["app/**"],
    ignores: ["**/*.server.ts", "**/*.test.ts"],
    rules: {
      "no-restricted-globals": [
        "error",
        {
          name: "Intl",
          message: "A phone takes a tenth of a second for its first use: docs/decisions/0002.",
        },
      ],
    },
  },
  { files: ["scripts/**", "deploy/**", "tests/**", "playwright.config.ts"], rules: { "no-console": "off" } },
);
