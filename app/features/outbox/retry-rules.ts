import { DeliveryError } from "#app/integrations/delivery-error.ts";
import type { JobResult } from "./jobs.ts";
import type { OutboxRow } from "./tables.ts";

/** How a try ended. `reason` is plain words for staff. */
export type AttemptResult =
  | JobResult
  /** Back in the queue. Without a reason nothing was tried, and the attempt is not counted. */
  | { state: "queued"; nextAttemptAt: Date; reason: string | null }
  | { state: "failed"; reason: string };

const MAX_ATTEMPTS = 48;
const RETRY_MS = 5 * 60_000;
const MAX_RETRY_MS = MAX_ATTEMPTS * RETRY_MS;
/** After this many tries, a `Retry-After` shorter than the usual wait is ignored. */
const MAX_QUICK_ATTEMPTS = 10;
const MIN_WAIT_MS = 1000;

type Tried = Pick<OutboxRow, "attempts" | "first_attempt_at">;

/** The result of a failed attempt. A permanent refusal ends the job; otherwise it waits for the vendor's `Retry-After`
 * or `retryMs` (5 minutes), until it had 48 tries and four hours. */
export function afterFailure(
  error: unknown,
  row: Tried,
  now: Date,
  retryMs: number | null = null,
): AttemptResult {
  const isDelivery = error instanceof DeliveryError;
  const reason = isDelivery ? error.message : "Something went wrong on our side; the server's log says more.";
  if (isDelivery && error.isUntried) {
    const waitMs = Math.max(error.retryAfterMs ?? 0, MIN_WAIT_MS);
    return { state: "queued", nextAttemptAt: new Date(now.getTime() + waitMs), reason: null };
  }
  if (isDelivery && error.isPermanent) return { state: "failed", reason };
  const triedForMs = now.getTime() - Date.parse(row.first_attempt_at ?? now.toISOString());
  if (row.attempts >= MAX_ATTEMPTS && triedForMs >= MAX_RETRY_MS - RETRY_MS)
    return { state: "failed", reason };
  const usualMs = retryMs ?? RETRY_MS;
  const askedMs = isDelivery ? error.retryAfterMs : null;
  const leastMs = row.attempts > MAX_QUICK_ATTEMPTS ? usualMs : MIN_WAIT_MS;
  const waitMs = askedMs === null ? usualMs : Math.max(askedMs, leastMs);
  return { state: "queued", nextAttemptAt: new Date(now.getTime() + waitMs), reason };
}
