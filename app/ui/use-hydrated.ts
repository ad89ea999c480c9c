import { useSyncExternalStore } from "react";

const neverChanges = () => () => {};

/** False on the server and in the first render, true once JavaScript has taken over: for what only scripts can do. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  );
}
