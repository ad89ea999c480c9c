import { useSyncExternalStore } from "react";

/** Needs JavaScript: the page must say the same without it. */
export type Toast = {
  title: string;
  description?: string;
  variant?: "default" | "destructive";
  durationMs?: number;
};

type ShownToast = { toast: Toast; number: number };

let shown: ShownToast | null = null;
let number = 0;
const listeners = new Set<() => void>();

function show(next: ShownToast | null): void {
  shown = next;
  for (const notify of listeners) notify();
}

export function showToast(toast: Toast): void {
  number += 1;
  show({ toast, number });
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

const COOKIE = "toast";
const COOKIE_SECONDS = 20;

/** A cookie that shows a toast after a redirect. Fixed words only. */
export function flashToast(toast: Toast): string {
  return `${COOKIE}=${encodeURIComponent(JSON.stringify(toast))}; Path=/; Max-Age=${COOKIE_SECONDS}; SameSite=Lax`;
}

export function readFlashToast(): Toast | null {
  const value = document.cookie.split("; ").find((pair) => pair.startsWith(`${COOKIE}=`));
  if (!value) return null;
  document.cookie = `${COOKIE}=; Path=/; Max-Age=0; SameSite=Lax`;
  try {
    const toast = JSON.parse(decodeURIComponent(value.slice(COOKIE.length + 1))) as Partial<Toast>;
    return typeof toast.title === "string" ? (toast as Toast) : null;
  } catch {
    return null;
  }
}
