import type { KeepResult } from "./exchange.ts";

/** Exchanges that wait in this tab until the server has them: a visit may be without signal for hours. */

/** `key` names it for the server, which keeps it once. `message`: why it was refused. */
export type WaitingExchange = { key: string; speaker: string; text: string; at: string; message?: string };

/** `denied`: the sign-in has ended, or the visit is not this assessor's any more. */
export type QueueState = {
  waiting: readonly WaitingExchange[];
  status: "idle" | "sending" | "offline" | "denied" | "failed";
};

type Sent = KeepResult | { kind: "offline" | "denied" | "failed" };

const DENIED = [401, 403, 404];
const TIMEOUT_MS = 15_000;

/** Posts one exchange. Never throws. */
export async function sendExchange(url: string, { key, speaker, text, at }: WaitingExchange): Promise<Sent> {
  const body = new FormData();
  for (const [name, value] of Object.entries({ key, speaker, text, at })) body.set(name, value);
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const response = await fetch(url, { method: "POST", body, signal });
    if (response.redirected || DENIED.includes(response.status)) return { kind: "denied" };
    const isOurs = response.headers.get("Content-Type")?.includes("application/json");
    return isOurs ? ((await response.json()) as KeepResult) : { kind: "failed" };
  } catch {
    return { kind: "offline" };
  }
}

/** A list that survives a reload of its tab. */
type Store = { read: () => WaitingExchange[]; write: (waiting: readonly WaitingExchange[]) => void };

/** Sends what waits, one after the other in the order in which it was written. A refused one waits for its author; what
 * could not be sent stays for the next `flush`. `onSaved` runs when the server has taken some. */
export function createExchangeQueue(
  store: Store,
  send: (exchange: WaitingExchange) => Promise<Sent>,
  onState: (state: QueueState) => void,
  onSaved: () => void,
) {
  let waiting: readonly WaitingExchange[] = store.read();
  let running: Promise<void> | null = null;

  function set(next: readonly WaitingExchange[], status: QueueState["status"]): void {
    waiting = next;
    store.write(waiting);
    onState({ waiting, status });
  }

  async function run(): Promise<void> {
    let isAnySaved = false;
    let status: QueueState["status"] = "idle";
    for (;;) {
      const next = waiting.find(({ message }) => message === undefined);
      if (!next) break;
      set(waiting, "sending");
      const result = await send(next);
      if (result.kind === "saved") {
        isAnySaved = true;
        set(
          waiting.filter(({ key }) => key !== next.key),
          "sending",
        );
      } else if (result.kind === "refused") {
        const { message } = result;
        set(
          waiting.map((one) => (one.key === next.key ? { ...one, message } : one)),
          "sending",
        );
      } else {
        status = result.kind;
        break;
      }
    }
    set(waiting, status);
    if (isAnySaved) onSaved();
  }

  function flush(): Promise<void> {
    running ??= run().finally(() => (running = null));
    return running;
  }

  return {
    flush,
    add(exchange: WaitingExchange): void {
      set([...waiting, exchange], "sending");
      void flush();
    },
    /** Takes one back, to be written anew. */
    remove(key: string): void {
      set(
        waiting.filter((one) => one.key !== key),
        "idle",
      );
    },
    waiting: () => waiting,
  };
}
