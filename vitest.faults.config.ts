import { defineConfig } from "vitest/config";

/** Rules that must hold when things break, against the built server (`npm run build` first): see docs/operations.md. */
export default defineConfig({
  test: {
    include: ["tests/faults/**/*.test.ts"],
    fileParallelism: false,
    testTimeout: process.env.FAULTS === "full" ? 45 * 60_000 : 120_000,
    hookTimeout: 60_000,
    env: { TZ: "UTC" },
  },
});
