import { useSyncExternalStore } from "react";
import { afterRelease } from "./after-release.ts";

/** The first page is hydrated, and what scripts change on it does not come between a press and its click. */
let isAlive = false;

export function onHydrated(notify: () => void): () => void {
  afterRelease(() => {
    isAlive = true;
    notify();
  });
  return () => {};
}

export const isHydrated = () => isAlive;

/** False on the server and until the first page has been hydrated, then true. */
export function useHydrated(): boolean {
  return useSyncExternalStore(onHydrated, isHydrated, () => false);
}
