import { once } from "node:events";
import { createServer, type IncomingMessage, type RequestListener, type Server } from "node:http";
import { Server as NetServer } from "node:net";
import { setImmediate as nextTurn } from "node:timers/promises";

/** Milliseconds. Node checks them only every 30 s by default. */
export const TIMEOUTS = {
  headers: 10_000,
  /** Without a byte of the body, and for the body as a whole: each 8 KB that came give a second more. */
  request: 30_000,
  check: 2_000,
  /** Longer than a proxy's (60 s in nginx), so that the proxy closes the connection. */
  keepAlive: 65_000,
} as const;

type Times = { [Name in keyof typeof TIMEOUTS]: number };

/** Slower senders are cut: 64 kbit a second. */
const MIN_BYTES_PER_SECOND = 8 * 1024;

export function createHttpServer(listener: RequestListener, times: Times = TIMEOUTS): Server {
  const server = createServer(
    {
      headersTimeout: times.headers,
      // Node's own limit counts seconds alone: it would cut a file of 10 MB on a slow line.
      requestTimeout: 0,
      connectionsCheckingInterval: times.check,
      keepAliveTimeout: times.keepAlive,
    },
    listener,
  );
  cutSlowSenders(server, times);
  return server;
}

/** Answers 408 to a request whose body stands still, or comes too slowly as a whole. */
function cutSlowSenders(server: Server, times: Times): void {
  type Progress = { startedAt: number; from: number; seen: number; seenAt: number };
  const receiving = new Map<IncomingMessage, Progress>();
  server.on("request", (request: IncomingMessage) => {
    const now = performance.now();
    const seen = request.socket.bytesRead;
    receiving.set(request, { startedAt: now, from: seen, seen, seenAt: now });
    request.once("close", () => receiving.delete(request));
  });
  const timer = setInterval(() => {
    const now = performance.now();
    for (const [request, progress] of receiving) {
      const { bytesRead } = request.socket;
      if (bytesRead > progress.seen) Object.assign(progress, { seen: bytesRead, seenAt: now });
      const earned = ((bytesRead - progress.from) / MIN_BYTES_PER_SECOND) * 1000;
      const isSlow = now - progress.startedAt > times.request + earned;
      if (request.complete) receiving.delete(request);
      else if (isSlow || now - progress.seenAt > times.request) cut(request);
    }
  }, times.check).unref();
  server.once("close", () => clearInterval(timer));
}

const TIMED_OUT = "HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n";

function cut({ socket }: IncomingMessage): void {
  if (socket.bytesWritten === 0) socket.write(TIMED_OUT);
  socket.destroySoon();
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
export async function drain(server: Server, gate: Gate, times = { grace: GRACE_MS, limit: LIMIT_MS }) {
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
