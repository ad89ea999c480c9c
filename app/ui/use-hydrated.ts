import { useSyncExternalStore } from "react";
import { afterRelease } from "./after-release.ts";

let isAlive = false;

const waiting = new Set<() => void>();

/** Called by the root once the first page is hydrated. Components change when no press is under way. */
export function startPage(): void {
  afterRelease(() => {
    isAlive = true;
    for (const notify of waiting) notify();
  });
}

export const isHydrated = () => isAlive;

export function onHydrated(notify: () => void): () => void {
  if (isAlive) notify();
  else waiting.add(notify);
  return () => void waiting.delete(notify);
}

/** False on the server and until the first page has been hydrated and no press is under way, then true. */
export function useHydrated(): boolean {
  return useSyncExternalStore(onHydrated, isHydrated, () => false);
}
