import type { Clock } from "#app/platform/clock.ts";

const LIMIT = 300;
const WINDOW_SECONDS = 60;

/** Addresses counted apart in one window; further ones share a count. */
const MOST_ADDRESSES = 50_000;

/** The general limit for each address, counted in memory: a write per page view would make reading depend on the disk
 * (docs/decisions/0008). Returns the seconds to wait, or null. */
export function createRequestLimit(options: {
  clock: Clock;
  isOn: boolean;
}): (address: string) => number | null {
  const counts = new Map<string, number>();
  let currentWindow = 0;
  return (address) => {
    if (!options.isOn) return null;
    const nowSeconds = options.clock.monotonicMs() / 1000;
    const window = Math.floor(nowSeconds / WINDOW_SECONDS);
    if (window !== currentWindow) {
      counts.clear();
      currentWindow = window;
    }
    const key = counts.has(address) || counts.size < MOST_ADDRESSES ? address : "";
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    return count <= LIMIT ? null : Math.ceil((window + 1) * WINDOW_SECONDS - nowSeconds);
  };
}
