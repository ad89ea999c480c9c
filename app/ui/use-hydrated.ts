import { useSyncExternalStore } from "react";
import { afterRelease } from "./after-release.ts";

/** The first page is hydrated, and what scripts change on it does not come between a press and its click. */
let isAlive = false;

/** Each component changes in a task of its own: all of them at once hold a phone up. */
export function onHydrated(notify: () => void): () => void {
  const timer = setTimeout(() => {
    afterRelease(() => {
      isAlive = true;
      notify();
    });
  });
  return () => clearTimeout(timer);
}

export const isHydrated = () => isAlive;

/** False on the server and until the first page has been hydrated, then true. */
export function useHydrated(): boolean {
  return useSyncExternalStore(onHydrated, isHydrated, () => false);
}
