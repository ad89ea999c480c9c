import { once } from "node:events";
import { createServer, type RequestListener, type Server } from "node:http";
import { isDeclaredTooLarge } from "./request-body.server.ts";
import type { SiteRules } from "./exchange.server.ts";
import { refuseAmbiguous, refuseUnreadable } from "./refuse-unreadable.server.ts";

/** Milliseconds. Node checks them only every 30 s by default. */
export const TIMEOUTS = {
  headers: 10_000,
  request: 30_000,
  check: 2_000,
  /** Longer than a proxy's (60 s in nginx), so that the proxy closes the connection. */
  keepAlive: 65_000,
} as const;

export function createHttpServer(
  listener: RequestListener,
  { bodyLimit }: Pick<SiteRules, "bodyLimit">,
): Server {
  const server = createServer(
    {
      headersTimeout: TIMEOUTS.headers,
      requestTimeout: TIMEOUTS.request,
      connectionsCheckingInterval: TIMEOUTS.check,
      keepAliveTimeout: TIMEOUTS.keepAlive,
    },
    refuseAmbiguous(listener),
  );
  server.on("checkContinue", (request, response) => {
    const pathname = (request.url ?? "/").split("?", 1)[0]!;
    if (!isDeclaredTooLarge(request.headers, bodyLimit(pathname))) response.writeContinue();
    server.emit("request", request, response);
  });
  refuseUnreadable(server);
  return server;
}

export async function listen(server: Server, options: { port: number; host: string }): Promise<number> {
  server.listen(options.port, options.host);
  await once(server, "listening");
  const address = server.address();
  return typeof address === "object" && address ? address.port : options.port;
}
