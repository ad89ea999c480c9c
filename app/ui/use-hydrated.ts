import { useRef, useSyncExternalStore, type RefObject } from "react";
import { afterRelease } from "./after-release.ts";

/** The first page is hydrated, and what scripts change on it does not come between a press and its click. */
let isAlive = false;

function subscribe(notify: () => void): () => void {
  afterRelease(() => {
    isAlive = true;
    notify();
  });
  return () => {};
}

/** False on the server and until the first page has been hydrated, then true. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => isAlive,
    () => false,
  );
}

/** As `useHydrated`, for a `<details>` that scripts replace: one that is open already stays, with what was typed in
 * it. */
export function useReplaced(details: RefObject<HTMLDetailsElement | null>): boolean {
  const isReplaced = useRef<boolean>(null);
  return useSyncExternalStore(
    subscribe,
    () => isAlive && (isReplaced.current ??= !details.current?.open),
    () => false,
  );
}
