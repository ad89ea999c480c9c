import { randomInt } from "node:crypto";
import { createServer } from "node:net";

/** Below the ports that systems give to outgoing connections: none takes it before the server does. */
const PORTS = [10_000, 32_000] as const;

/** A port that nobody listens on, drawn by lot: processes that ask at the same time do not get the same one. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(...PORTS);
    const isFree = await new Promise<boolean>((resolve) => {
      const probe = createServer();
      probe.on("error", () => resolve(false));
      probe.listen(port, "127.0.0.1", () => probe.close(() => resolve(true)));
    });
    if (isFree) return port;
  }
}
