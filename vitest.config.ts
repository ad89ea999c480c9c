import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["app/**/*.test.{ts,tsx}", "tests/unit/**/*.test.{ts,tsx}", "scripts/**/*.test.ts"],
    setupFiles: ["tests/setup/vitest.ts", "tests/setup/no-network.ts"],
    globalSetup: ["tests/setup/database-template.ts"],
    // Each file of tests in a fresh process would load the same modules 130 times: three times the work.
    isolate: false,
    restoreMocks: true,
    testTimeout: 30_000,
    env: { TZ: "UTC" },
  },
});
