import { DeliveryError } from "./delivery-error.ts";
import type { Clock } from "#app/platform/clock.ts";

const FAILURES_TO_OPEN = 5;
const PAUSE_MS = 60_000;

/** Pauses calls to a failing vendor, so that an outage costs one try a minute instead of one per job. After a pause one
 * failure pauses again. A permanent refusal is an answer, and counts as success. */
export function createBreaker(clock: Clock) {
  let failures = 0;
  let until = 0;

  function learn(error: unknown) {
    if (error instanceof DeliveryError && error.isPermanent) {
      failures = 0;
      return;
    }
    if (!(error instanceof DeliveryError && error.isUntried)) failures += 1;
    const now = clock.monotonicMs();
    const askedMs = error instanceof DeliveryError ? error.retryAfterMs : null;
    if (askedMs !== null && askedMs > 0) until = Math.max(until, now + askedMs);
    else if (failures >= FAILURES_TO_OPEN) until = Math.max(until, now + PAUSE_MS);
  }

  const pausedMs = () => Math.max(0, until - clock.monotonicMs());
  return {
    pausedMs,
    /** Throws `DeliveryError` at once during a pause. */
    async run<T>(work: () => Promise<T>): Promise<T> {
      const retryAfterMs = pausedMs();
      if (retryAfterMs > 0) {
        throw new DeliveryError("The service failed, so we wait a moment before the next attempt.", {
          isUntried: true,
          retryAfterMs,
        });
      }
      try {
        const result = await work();
        failures = 0;
        return result;
      } catch (error) {
        learn(error);
        throw error;
      }
    },
  };
}
