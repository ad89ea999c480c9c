import { createServer, get, Agent } from "node:http";
import { connect } from "node:net";
import { expect, test } from "vitest";
import { createGate, drain, listen } from "./server.server.ts";

const quick = { grace: 100, limit: 500 };

test("a request under way is answered, a connection that was just made may still ask", async () => {
  const { promise: slowArrived, resolve: onSlow } = Promise.withResolvers<() => void>();
  const gate = createGate((request, response) => {
    if (request.url === "/slow") onSlow(() => response.end("slow"));
    else response.end("late");
  });
  const server = createServer(gate.listener);
  const port = await listen(server, { port: 0, host: "127.0.0.1" });
  const slow = new Promise<string>((resolve) => {
    get({ port, path: "/slow", agent: new Agent() }, (incoming) =>
      incoming.on("data", (d) => resolve(String(d))),
    );
  });
  const early = connect(port, "127.0.0.1");
  await new Promise((resolve) => early.once("connect", resolve));
  const release = await slowArrived;

  const drained = drain(server, gate, quick);
  const late = new Promise<string>((resolve) => early.once("data", (chunk) => resolve(String(chunk))));
  early.write("GET /late HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
  expect(await late).toContain("late");
  release();
  expect(await slow).toBe("slow");
  await drained;
  expect(server.listening).toBe(false);
});

test("a request that never ends does not hold the stop up", async () => {
  const gate = createGate(() => {});
  const server = createServer(gate.listener);
  const port = await listen(server, { port: 0, host: "127.0.0.1" });
  const arrived = new Promise((resolve) => server.once("request", resolve));
  get({ port }).on("error", () => {});
  await arrived;
  await drain(server, gate, quick);
  expect(server.listening).toBe(false);
});
