import { DeliveryError } from "#app/integrations/delivery-error.ts";
import type { Clock } from "#app/platform/clock.ts";

/** Xero's limits for one organisation. */
const MOST_A_MINUTE = 60;
const MOST_AT_ONCE = 5;
const MINUTE_MS = 60_000;

export type CallBudget = {
  /** Throws `DeliveryError`, with the time to wait, unless `calls` more are allowed in this minute. */
  requireRoom(calls: number): void;
  /** Makes one call, waiting while five are running. Throws as `requireRoom` does, or when `signal` aborts. */
  spend<T>(call: () => Promise<T>, signal?: AbortSignal): Promise<T>;
};

export function createCallBudget(clock: Clock): CallBudget {
  let startedAt: number[] = [];
  let running = 0;
  const queue: (() => void)[] = [];

  function requireRoom(calls: number) {
    const now = clock.monotonicMs();
    startedAt = startedAt.filter((at) => at > now - MINUTE_MS);
    const tooMany = startedAt.length + calls - MOST_A_MINUTE;
    if (tooMany <= 0) return;
    throw new DeliveryError("Xero takes 60 calls a minute; this one waits for its turn.", {
      isPermanent: false,
      isUntried: true,
      retryAfterMs: startedAt[tooMany - 1]! + MINUTE_MS - now,
    });
  }

  async function enter(signal?: AbortSignal) {
    while (running >= MOST_AT_ONCE) {
      await new Promise<void>((resolve) => queue.push(resolve));
      if (!signal?.aborted) continue;
      queue.shift()?.();
      throw new DeliveryError("Xero was too busy to be asked in time.", { isPermanent: false });
    }
    running += 1;
  }

  return {
    requireRoom,
    async spend(call, signal) {
      await enter(signal);
      try {
        requireRoom(1);
        startedAt.push(clock.monotonicMs());
        return await call();
      } finally {
        running -= 1;
        queue.shift()?.();
      }
    },
  };
}
