import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { createMetrics } from "./metrics.server.ts";

async function scrape(replica?: string): Promise<string[]> {
  const gauge = {
    name: "outbox_jobs",
    help: "Mails and invoices by state",
    labelName: "state",
    read: async () => [{ label: "queued", value: 3 }],
  };
  const metrics = createMetrics([gauge], replica);
  metrics.observeRequest({ route: "/booking/:id", method: "GET", status: 200, seconds: 0.004 });
  const server = await metrics.listen(0);
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const answer = await fetch(`http://127.0.0.1:${port}/metrics`, { headers: { Connection: "close" } });
  const lines = (await answer.text()).split("\n");
  return lines.filter((line) => line !== "" && !line.startsWith("#"));
}

test("every number says which copy of the server it is about", async () => {
  const lines = await scrape("host-a-1");
  expect(lines.length).toBeGreaterThan(20);
  expect(lines.filter((line) => !line.includes('replica="host-a-1"'))).toEqual([]);
  expect(lines).toContain('outbox_jobs{state="queued",replica="host-a-1"} 3');
  expect(lines).toContain(
    'http_requests_total{route="/booking/:id",method="GET",status="200",replica="host-a-1"} 1',
  );
});
