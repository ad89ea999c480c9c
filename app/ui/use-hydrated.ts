import { useSyncExternalStore } from "react";
import { afterRelease } from "./after-release.ts";

/** True once the first page is hydrated and no press is under way (`afterRelease`). */
let isAlive = false;

/** Each component changes in a task of its own: all of them at once would block a phone. */
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
