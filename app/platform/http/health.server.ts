import type { ServerResponse } from "node:http";
import type { HttpContext } from "./http-context.server.ts";
import type { Middleware } from "./request-path.server.ts";

function answer(response: ServerResponse, status: number, text: string): void {
  const headers = { "Cache-Control": "no-store", "Content-Type": "text/plain; charset=utf-8" };
  response.writeHead(status, { ...headers, "Content-Length": text.length }).end(text);
}

/** `/healthz`: the process answers. `/readyz`: it can do its work; proxy and container ask this. */
export function answerHealth(http: HttpContext): Middleware {
  return async (request, response, next) => {
    const asked = /^\/(healthz|readyz)\/?$/i.exec(http.ticketOf(request).pathname)?.[1]?.toLowerCase();
    if (!asked || (request.method !== "GET" && request.method !== "HEAD")) return next();
    if (asked === "healthz") return answer(response, 200, "ok\n");
    const { lifecycle } = http;
    const isReady = !lifecycle.isStarting() && !lifecycle.isStopping() && (await http.deps.isReady());
    answer(response, isReady ? 200 : 503, isReady ? "ready\n" : "not ready\n");
  };
}
