import type { Exchange } from "./exchange.server.ts";

/** `/healthz`: the process answers. `/readyz`: it can do its work. Null for other requests. */
export function answerHealth(exchange: Exchange): Promise<void> | null {
  const { request, pathname } = exchange;
  const asked = /^\/(healthz|readyz)\/?$/i.exec(pathname)?.[1]?.toLowerCase();
  if (!asked || (request.method !== "GET" && request.method !== "HEAD")) return null;
  return asked === "healthz" ? send(exchange, true, "ok\n") : answerReadiness(exchange);
}

async function answerReadiness(exchange: Exchange): Promise<void> {
  const { lifecycle, deps } = exchange.http;
  const isReady = !lifecycle.isStarting && !lifecycle.isStopping && (await deps.isReady());
  await send(exchange, isReady, isReady ? "ready\n" : "not ready\n");
}

async function send({ response }: Exchange, isWell: boolean, text: string): Promise<void> {
  const headers = { "Cache-Control": "no-store", "Content-Type": "text/plain; charset=utf-8" };
  response.writeHead(isWell ? 200 : 503, { ...headers, "Content-Length": text.length }).end(text);
}
