import { useSyncExternalStore } from "react";

/** Needs JavaScript: the page must say the same without it. */
export type Toast = {
  title: string;
  description?: string;
  variant?: "default" | "destructive";
  durationMs?: number;
};

/** `pathname` is the page that it is about. */
type ShownToast = { toast: Toast; number: number; pathname: string };

let shown: ShownToast | null = null;
let number = 0;
const listeners = new Set<() => void>();

function show(next: ShownToast | null): void {
  shown = next;
  for (const notify of listeners) notify();
}

export function showToast(toast: Toast): void {
  number += 1;
  show({ toast, number, pathname: window.location.pathname });
}

export function removeToast(): void {
  show(null);
}

/** Drops a toast about a page that was left for `pathname`: with that page it would come back. The browser's own address may
 * already be the next page's. */
export function removeToastOfOtherPage(pathname: string): void {
  if (shown?.pathname !== pathname) removeToast();
}

function subscribe(notify: () => void): () => void {
  listeners.add(notify);
  return () => listeners.delete(notify);
}

export const shownToast = (): ShownToast | null => shown;

/** The toast on screen, also one shown before the page was ready. */
export function useToast(): ShownToast | null {
  return useSyncExternalStore(subscribe, shownToast, () => null);
}

const COOKIE = "toast";
const COOKIE_SECONDS = 20;

/** A cookie that shows a toast after a redirect. Fixed words only. */
export function flashToast(toast: Toast): string {
  return `${COOKIE}=${encodeURIComponent(JSON.stringify(toast))}; Path=/; Max-Age=${COOKIE_SECONDS}; SameSite=Lax`;
}

export function takeFlashToast(): Toast | null {
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
