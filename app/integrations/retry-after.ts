const LONGEST_MS = 24 * 3_600_000;

/** Milliseconds of a `Retry-After` header, between 0 and a day; null when absent or unreadable. */
export function parseRetryAfter(value: string | null | undefined, now: Date): number | null {
  const text = value?.trim();
  if (!text) return null;
  const isSeconds = /^\d{1,9}(\.\d+)?$/.test(text);
  const isDate = /^[A-Z][a-z]{2}/.test(text);
  const ms = isSeconds ? Number(text) * 1000 : isDate ? Date.parse(text) - now.getTime() : Number.NaN;
  return Number.isNaN(ms) ? null : Math.ceil(Math.min(Math.max(ms, 0), LONGEST_MS));
}
