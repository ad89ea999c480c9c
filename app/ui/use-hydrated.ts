import { useRef, useSyncExternalStore, type RefObject } from "react";

const neverChanges = () => () => {};

/** False on the server and in the first render, true once JavaScript has taken over: for what only scripts can do. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  );
}

/**
 * As `useHydrated`, for a `<details>` that scripts replace by something nicer: one that was opened before they came stays,
 * with what is being read or typed in it.
 */
export function useReplaced(details: RefObject<HTMLDetailsElement | null>): boolean {
  const isReplaced = useRef<boolean>(null);
  return useSyncExternalStore(
    neverChanges,
    () => (isReplaced.current ??= !details.current?.open),
    () => false,
  );
}
