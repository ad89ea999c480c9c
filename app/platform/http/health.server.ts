import { Router } from "express";
import type { Deps } from "#app/deps.server.ts";

/** `stop` is final. */
export type Lifecycle = { isStopping(): boolean; beginStop(): void };

export function createLifecycle(): Lifecycle {
  let hasStopped = false;
  return {
    isStopping: () => hasStopped,
    beginStop: () => {
      hasStopped = true;
    },
  };
}

/** `/healthz`: the process answers. `/readyz`: it can do its work; proxy and container ask this. */
export function createHealth(deps: Pick<Deps, "isReady">, lifecycle: Lifecycle): Router {
  const router = Router();
  router.get("/healthz", (_request, response) => {
    response.set("Cache-Control", "no-store").type("text").send("ok\n");
  });
  router.get("/readyz", async (_request, response) => {
    const isReady = !lifecycle.isStopping() && (await deps.isReady());
    response.set("Cache-Control", "no-store").status(isReady ? 200 : 503);
    response.type("text").send(isReady ? "ready\n" : "not ready\n");
  });
  return router;
}
