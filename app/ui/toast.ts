import { useSyncExternalStore } from "react";

/** A short message that needs JavaScript; everything it says must stand on the page without it too. */
export type Toast = {
  title: string;
  description?: string;
  variant?: "default" | "destructive";
  /** Milliseconds on screen; 5,000 unless told (SPEC section 9). */
  durationMs?: number;
};

/** `number` tells one toast from the next, `pathname` says which page it is about. */
type ShownToast = { toast: Toast; number: number; pathname: string };

let shown: ShownToast | null = null;
let number = 0;
const listeners = new Set<() => void>();

function show(next: ShownToast | null): void {
  shown = next;
  for (const notify of listeners) notify();
}

/** In the browser: shows a toast in place of the one on screen: there is never more than one (SPEC section 9). */
export function showToast(toast: Toast): void {
  number += 1;
  show({ toast, number, pathname: window.location.pathname });
}

export function removeToast(): void {
  show(null);
}

function subscribe(notify: () => void): () => void {
  listeners.add(notify);
  return () => listeners.delete(notify);
}

/** The toast on screen, one that was asked for before anything was there to show it included. */
export function useToast(): ShownToast | null {
  return useSyncExternalStore(
    subscribe,
    () => shown,
    () => null,
  );
}
