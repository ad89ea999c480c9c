import { once } from "node:events";
import { createServer, type RequestListener, type Server } from "node:http";
import { Server as NetServer } from "node:net";
import { setImmediate as nextTurn } from "node:timers/promises";

/** Milliseconds. Node checks them only every 30 s by default. */
export const TIMEOUTS = {
  headers: 10_000,
  request: 30_000,
  check: 2_000,
  /** Longer than a proxy's (60 s in nginx), so that the proxy closes the connection. */
  keepAlive: 65_000,
} as const;

export function createHttpServer(listener: RequestListener): Server {
  return createServer(
    {
      headersTimeout: TIMEOUTS.headers,
      requestTimeout: TIMEOUTS.request,
      connectionsCheckingInterval: TIMEOUTS.check,
      keepAliveTimeout: TIMEOUTS.keepAlive,
    },
    listener,
  );
}

export async function listen(server: Server, options: { port: number; host: string }): Promise<number> {
  server.listen(options.port, options.host);
  await once(server, "listening");
  const address = server.address();
  return typeof address === "object" && address ? address.port : options.port;
}

/** Idle connections stay open for this long: a request may be on its way on one. */
const GRACE_MS = 1_000;
const LIMIT_MS = 10_000;

/** This many short turns of the event loop in a row mean that no connection waits to be accepted. */
const QUIET = { turnMs: 1, turns: 5, atMostMs: 250 };

type Gate = { listener: RequestListener; hold(): void; release(): void };

export function createGate(listener: RequestListener): Gate {
  let held: (() => void)[] | null = null;
  return {
    listener(request, response) {
      if (held) held.push(() => listener(request, response));
      else listener(request, response);
    },
    hold() {
      held ??= [];
    },
    release() {
      const waiting = held ?? [];
      held = null;
      for (const go of waiting) go();
    },
  };
}

async function untilQuiet(): Promise<void> {
  const startedAt = performance.now();
  for (let quiet = 0; quiet < QUIET.turns && performance.now() - startedAt < QUIET.atMostMs;) {
    const turnStartedAt = performance.now();
    await nextTurn();
    quiet = performance.now() - turnStartedAt < QUIET.turnMs ? quiet + 1 : 0;
  }
}

/** Answers everything accepted, and ends within 10 seconds. The listening socket closes when no connection waits to be
 * accepted: the system would reset it. Node's `server.close()` would cut those that have not sent their request yet. */
export async function drain(
  server: Server,
  gate: Gate,
  times = { grace: GRACE_MS, limit: LIMIT_MS },
): Promise<void> {
  gate.hold();
  await untilQuiet();
  const closed = new Promise<void>((resolve) => {
    NetServer.prototype.close.call(server, () => resolve());
  });
  gate.release();
  let idle: NodeJS.Timeout | undefined;
  const grace = setTimeout(() => {
    server.closeIdleConnections();
    idle = setInterval(() => server.closeIdleConnections(), 50);
  }, times.grace);
  const limit = setTimeout(() => server.closeAllConnections(), times.limit);
  await closed;
  clearTimeout(grace);
  clearInterval(idle);
  clearTimeout(limit);
}
