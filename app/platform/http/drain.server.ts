import { Server as NetServer } from "node:net";
import type { Server } from "node:http";

/** Milliseconds. Idle connections stay open for the grace: a request may be on its way on one. */
const GRACE = 1_000;
const LIMIT = 10_000;

/**
 * Stops taking connections, answers everything that was accepted, and ends after 10 seconds at most. Node's own
 * `server.close()` would at once cut connections that have just been made and have not sent their request yet.
 */
export async function drain(server: Server, times = { grace: GRACE, limit: LIMIT }): Promise<void> {
  const closed = new Promise<void>((resolve) => {
    NetServer.prototype.close.call(server, () => resolve());
  });
  const grace = setTimeout(() => {
    server.closeIdleConnections();
    idle = setInterval(() => server.closeIdleConnections(), 50);
  }, times.grace);
  let idle: NodeJS.Timeout | undefined;
  const limit = setTimeout(() => server.closeAllConnections(), times.limit);
  await closed;
  clearTimeout(grace);
  clearInterval(idle);
  clearTimeout(limit);
}
