type Options = { isPermanent?: boolean; retryAfterMs?: number | null; isUntried?: boolean; cause?: unknown };

/** A vendor did not take a request. It may be tried again unless `isPermanent`. `message` is for staff and holds no
 * personal data. */
export class DeliveryError extends Error {
  override name = "DeliveryError";
  readonly isPermanent: boolean;
  readonly retryAfterMs: number | null;
  /** The vendor was not asked: the try does not count. */
  readonly isUntried: boolean;
  constructor(message: string, options: Options = {}) {
    super(message, { cause: options.cause });
    this.isPermanent = options.isPermanent ?? false;
    this.retryAfterMs = options.retryAfterMs ?? null;
    this.isUntried = options.isUntried ?? false;
  }
}

const MAX_DELAY_MS = 24 * 3_600_000;

/** Milliseconds of a `Retry-After` header, between 0 and a day; null when absent or unreadable. */
export function parseRetryAfter(value: string | null | undefined, now: Date): number | null {
  const text = value?.trim();
  if (!text) return null;
  const isSeconds = /^\d{1,9}(\.\d+)?$/.test(text);
  const isDate = /^[A-Z][a-z]{2}/.test(text);
  const ms = isSeconds ? Number(text) * 1000 : isDate ? Date.parse(text) - now.getTime() : Number.NaN;
  return Number.isNaN(ms) ? null : Math.ceil(Math.min(Math.max(ms, 0), MAX_DELAY_MS));
}
