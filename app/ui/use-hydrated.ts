import { useRef, useSyncExternalStore, type RefObject } from "react";

const neverChanges = () => () => {};

/** False on the server and in the first render, then true. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  );
}

/** As `useHydrated`, for a `<details>` that scripts replace: one that is open already stays, with what was typed in
 * it. */
export function useReplaced(details: RefObject<HTMLDetailsElement | null>): boolean {
  const isReplaced = useRef<boolean>(null);
  return useSyncExternalStore(
    neverChanges,
    () => (isReplaced.current ??= !details.current?.open),
    () => false,
  );
}
