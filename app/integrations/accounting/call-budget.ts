import { DeliveryError } from "#app/integrations/delivery-error.ts";
import type { Clock } from "#app/platform/clock.ts";
import { Semaphore } from "#app/platform/semaphore.ts";

const MAX_PER_MINUTE = 60;
const MAX_CONCURRENT = 5;
const MINUTE_MS = 60_000;

export type CallBudget = ReturnType<typeof createCallBudget>;

export function createCallBudget(clock: Clock) {
  let startedAt: number[] = [];
  const semaphore = new Semaphore(MAX_CONCURRENT);

  /** Throws `DeliveryError`, with the time to wait, unless `calls` more are allowed in this minute. */
  function requireRoom(calls: number) {
    const now = clock.monotonicMs();
    startedAt = startedAt.filter((at) => at > now - MINUTE_MS);
    const tooMany = startedAt.length + calls - MAX_PER_MINUTE;
    if (tooMany <= 0) return;
    throw new DeliveryError("Xero takes 60 calls a minute; this one waits for its turn.", {
      isUntried: true,
      retryAfterMs: startedAt[tooMany - 1]! + MINUTE_MS - now,
    });
  }

  return {
    requireRoom,
    /** Makes one call, waiting while five are running. Throws as `requireRoom` does, or when `signal` aborts. */
    async spend<T>(call: () => Promise<T>, signal?: AbortSignal): Promise<T> {
      const mustWait = semaphore.isFull;
      return semaphore.run(() => {
        if (mustWait && signal?.aborted) {
          throw new DeliveryError("Xero was too busy to be asked in time.");
        }
        requireRoom(1);
        startedAt.push(clock.monotonicMs());
        return call();
      });
    },
  };
}
