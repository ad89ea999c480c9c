/** Reads a `Retry-After` header: seconds or an HTTP date. Null when absent or unreadable; never negative. */
export function parseRetryAfter(value: string | null | undefined, now: Date): number | null {
  const text = value?.trim();
  if (!text) return null;
  if (/^\d{1,7}(\.\d+)?$/.test(text)) return Math.ceil(Number(text) * 1000);
  const at = /^[A-Z][a-z]{2}/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(at) ? null : Math.max(0, at - now.getTime());
}
