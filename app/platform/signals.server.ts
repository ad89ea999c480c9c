import type pg from "pg";
import { describeError, type Logger } from "./log.server.ts";
import type { PostgresSettings } from "./postgres-url.server.ts";

const CHANNEL = "outbox";
/** News within this time goes out as one notice: the server commits notices one after another. */
const TOGETHER_MS = 50;
const AGAIN_MS = 1_000;

type Signals = { send(): void; stop(): Promise<void> };

/** Tells the other processes on this database that there is work, and hears it from them. Whoever misses a notice finds
 * the work by looking for it. */
export function createSignals(deps: {
  settings: PostgresSettings;
  log: Logger;
  hear: () => void;
  againMs?: number;
}): Signals {
  let client: pg.Client | null = null;
  let isStopping = false;
  let isTelling = false;
  let again: NodeJS.Timeout | undefined;

  async function connect() {
    const { default: pg } = await import("pg");
    const fresh = new pg.Client({ ...deps.settings.connection, keepAlive: true });
    // A connection that fails both ends and rejects: without this, each failure would be followed by two tries.
    let isLost = false;
    const lost = () => {
      if (isLost) return;
      isLost = true;
      if (client === fresh) client = null;
      if (!isStopping) again = setTimeout(connect, deps.againMs ?? AGAIN_MS).unref();
      void fresh.end().catch(() => {});
    };
    fresh.on("error", () => {});
    fresh.once("end", lost);
    // A process hears its own notices too.
    const ownId = () => (fresh as unknown as { processID: number }).processID;
    fresh.on("notification", (notice) => notice.processId !== ownId() && deps.hear());
    try {
      await fresh.connect();
      await fresh.query(`listen ${CHANNEL}`);
      client = fresh;
      deps.hear();
    } catch (error) {
      deps.log.warn("no notices from other processes", describeError(error));
      lost();
    }
  }

  void connect();
  return {
    send() {
      if (isTelling) return;
      isTelling = true;
      setTimeout(() => {
        isTelling = false;
        client?.query(`notify ${CHANNEL}`).catch(() => {});
      }, TOGETHER_MS).unref();
    },
    async stop() {
      isStopping = true;
      clearTimeout(again);
      await client?.end().catch(() => {});
    },
  };
}
