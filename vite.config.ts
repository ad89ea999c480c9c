import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig } from "vite";

export default defineConfig({
  plugins: [tailwindcss(), reactRouter()],
  build: { assetsInlineLimit: 0, target: "es2022" },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            // A page needs some twenty files instead of forty, and the framework's stays cached when ours change.
            codeSplitting: {
              groups: [
                { name: "react", test: /node_modules[\\/](react|react-dom|react-router|scheduler)[\\/]/ },
                { name: "parts", test: /app[\\/](forms|ui)[\\/]/, minShareCount: 4 },
              ],
            },
          },
        },
      },
    },
    ssr: { build: { rollupOptions: { input: "./server.ts" } } },
  },
});
