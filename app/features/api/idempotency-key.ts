import type { KeyedRequest } from "#app/features/booking/idempotency.server.ts";
import { ApiError } from "./errors.ts";

const LONGEST_KEY = 255;

const IDEMPOTENCY_MESSAGES = {
  key: `The Idempotency-Key must have 1 to ${LONGEST_KEY} printable characters.`,
  otherBody: "This Idempotency-Key was used for another request. Please use a new one.",
} as const;

/** A call with an `Idempotency-Key`; null without one or with an empty one. Throws 400 for a malformed one. */
export function keyedRequest(request: Request, call: string, body: unknown): KeyedRequest | null {
  const key = request.headers.get("Idempotency-Key");
  if (!key) return null;
  if (key.length > LONGEST_KEY || !/^[\x20-\x7e]+$/.test(key))
    throw new ApiError(400, IDEMPOTENCY_MESSAGES.key);
  return { key, call, body };
}

export function keyConflict(): ApiError {
  return new ApiError(409, IDEMPOTENCY_MESSAGES.otherBody);
}
