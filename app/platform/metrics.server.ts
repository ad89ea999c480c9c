import { createServer, type Server } from "node:http";
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from "prom-client";
import type { Db } from "./database.server.ts";

/** Seconds. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

export type Metrics = {
  /** One answered request; `route` is its pattern. */
  observeRequest(request: { route: string; method: string; status: number; seconds: number }): void;
  /** Serves `/metrics` on loopback only: it is for the machine's own collector. */
  listen(port: number): Promise<Server>;
};

/** Counters for Prometheus: requests by route pattern, the outbox by state, and the process itself. Never personal data. */
export function createMetrics(deps: { db: Db }): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  const labelNames = ["route", "method", "status"] as const;
  const requests = new Counter({
    name: "http_requests_total",
    help: "Requests answered",
    labelNames,
    registers,
  });
  const durations = new Histogram({
    name: "http_request_duration_seconds",
    help: "Time to answer",
    labelNames: ["route"],
    buckets: BUCKETS,
    registers,
  });
  new Gauge({
    name: "outbox_jobs",
    help: "Mails and invoices by state",
    labelNames: ["state"],
    registers,
    async collect() {
      const rows = await deps.db
        .selectFrom("outbox")
        .select((eb) => ["state", eb.fn.countAll<number>().as("count")])
        .groupBy("state")
        .execute();
      this.reset();
      for (const { state, count } of rows) this.set({ state }, Number(count));
    },
  });
  return {
    observeRequest({ route, method, status, seconds }) {
      requests.inc({ route, method, status: String(status) });
      durations.observe({ route }, seconds);
    },
    listen(port) {
      const server = createServer(async (request, response) => {
        if (request.url !== "/metrics") return void response.writeHead(404).end();
        const text = await registry.metrics().catch(() => null);
        response
          .writeHead(text === null ? 503 : 200, { "Content-Type": registry.contentType })
          .end(text ?? "");
      });
      return new Promise((resolve, reject) => {
        server.once("error", reject);
        server.listen(port, "127.0.0.1", () => resolve(server));
      });
    },
  };
}
