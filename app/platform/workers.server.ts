import cluster, { type Worker } from "node:cluster";
import type { Env } from "./env.server.ts";

/** A process that ends sooner after its start will not do better when it is started again at once. */
const EARLY_MS = 5_000;
const AGAIN_MS = 1_000;

export const metricsPort = (env: Pick<Env, "METRICS_PORT">): number | undefined =>
  env.METRICS_PORT && env.METRICS_PORT + (cluster.worker ? Number(process.env.WEB_WORKER) : 0);

export const replicaName = (env: Pick<Env, "REPLICA">): string =>
  cluster.worker ? `${env.REPLICA}-${process.env.WEB_WORKER}` : env.REPLICA;

/** Runs `WEB_CONCURRENCY` processes of the server on one port and replaces one that dies; ends with code 1 when the
 * first to start cannot. Returns false, having done nothing, where this process is to serve itself. */
export function runWorkers(env: Pick<Env, "WEB_CONCURRENCY">): boolean {
  if (cluster.isWorker || env.WEB_CONCURRENCY < 2) return false;
  // Each process accepts connections itself. Handed over by this one, those on their way to a process that is killed
  // would never be answered nor end.
  cluster.schedulingPolicy = cluster.SCHED_NONE;
  let isStopping = false;
  let hasServed = false;
  const start = (place: number) => {
    const startedAt = performance.now();
    const worker: Worker = cluster.fork({ WEB_WORKER: String(place) });
    worker.once("listening", () => {
      hasServed = true;
    });
    worker.once("exit", () => {
      if (!isStopping && !hasServed) return process.exit(1);
      const isEarly = performance.now() - startedAt < EARLY_MS;
      if (!isStopping) setTimeout(() => isStopping || start(place), isEarly ? AGAIN_MS : 0);
    });
  };
  for (let place = 0; place < env.WEB_CONCURRENCY; place += 1) start(place);
  const stop = () => {
    isStopping = true;
    for (const worker of Object.values(cluster.workers ?? {})) worker?.process.kill("SIGTERM");
  };
  process.on("SIGTERM", stop);
  process.on("SIGINT", stop);
  return true;
}
