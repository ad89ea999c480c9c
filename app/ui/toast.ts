/** A short message that needs JavaScript; everything it says must stand on the page without it too. */
export type Toast = {
  title: string;
  description?: string;
  variant?: "default" | "destructive";
  /** Milliseconds on screen; 5,000 unless told (SPEC section 9). */
  durationMs?: number;
};

export const TOAST_EVENT = "app:toast";

/** Shows a toast in place of the one on screen: there is never more than one (SPEC section 9). */
export function showToast(toast: Toast): void {
  window.dispatchEvent(new CustomEvent<Toast>(TOAST_EVENT, { detail: toast }));
}
