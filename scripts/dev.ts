/** `npm run dev`: the same server with Vite's live reload. */
import type { ServerBuild } from "react-router";
import { createServer } from "vite";
import type * as Server from "../server.ts";

process.env.NODE_ENV = "development";

const vite = await createServer({ server: { middlewareMode: true }, appType: "custom" });
const { serve } = (await vite.ssrLoadModule("./server.ts")) as typeof Server;
await serve(process.env, {
  assets: vite.middlewares,
  build: () => vite.ssrLoadModule("virtual:react-router/server-build") as Promise<ServerBuild>,
});
