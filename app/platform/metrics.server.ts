import { createServer, type Server } from "node:http";
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from "prom-client";
import { listen } from "./http/server.server.ts";

const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** `route` is a pattern. */
type Observed = { route: string; method: string; status: number; seconds: number };

export type GaugeByLabel = {
  name: string;
  help: string;
  labelName: string;
  read(): Promise<{ label: string; value: number }[]>;
};

/** Prometheus metrics under the name of this copy of the server. Never personal data. */
export function createMetrics(gauges: GaugeByLabel[], replica?: string) {
  const registry = new Registry();
  if (replica !== undefined) registry.setDefaultLabels({ replica });
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
  for (const { name, help, labelName, read } of gauges) {
    new Gauge({
      name,
      help,
      labelNames: [labelName],
      registers,
      async collect() {
        const values = await read();
        this.reset();
        for (const { label, value } of values) this.set({ [labelName]: label }, value);
      },
    });
  }
  return {
    observeRequest({ route, method, status, seconds }: Observed) {
      requests.inc({ route, method, status: String(status) });
      durations.observe({ route }, seconds);
    },
    /** Serves `/metrics` on loopback only. */
    async listen(port: number): Promise<Server> {
      const server = createServer(async (request, response) => {
        if (request.url !== "/metrics") return void response.writeHead(404).end();
        const text = await registry.metrics().catch(() => null);
        response
          .writeHead(text === null ? 503 : 200, { "Content-Type": registry.contentType })
          .end(text ?? "");
      });
      await listen(server, { port, host: "127.0.0.1" });
      return server;
    },
  };
}
