import { useSyncExternalStore } from "react";

/** Needs JavaScript: the page must say the same without it. */
export type Toast = {
  title: string;
  description?: string;
  variant?: "default" | "destructive";
  /** On screen; 5,000 unless given. */
  durationMs?: number;
};

/** `number` tells toasts apart, `pathname` is the page that it is about. */
type ShownToast = { toast: Toast; number: number; pathname: string };

let shown: ShownToast | null = null;
let number = 0;
const listeners = new Set<() => void>();

function show(next: ShownToast | null): void {
  shown = next;
  for (const notify of listeners) notify();
}

/** Shows a toast in place of the one on screen. */
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

/** The toast on screen, also one shown before the page was ready. */
export function useToast(): ShownToast | null {
  return useSyncExternalStore(
    subscribe,
    () => shown,
    () => null,
  );
}
