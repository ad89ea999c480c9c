import { defineConfig } from "vitest/config";

/** Journeys in Firefox and WebKit, against the built server (`npm run build` first). */
export default defineConfig({
  test: {
    include: ["tests/browsers/**/*.test.ts"],
    testTimeout: 300_000,
    hookTimeout: 120_000,
    env: { TZ: "Europe/London" },
  },
});
