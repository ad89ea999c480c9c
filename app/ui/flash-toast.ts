import type { Toast } from "./toast.ts";

const NAME = "toast";
const SECONDS = 20;

/**
 * A `Set-Cookie` value that shows a toast on the page to which the answer redirects, where there is JavaScript. Fixed
 * words only, nothing personal: scripts read it, and the page must say the same without it.
 */
export function flashToast(toast: Toast): string {
  return `${NAME}=${encodeURIComponent(JSON.stringify(toast))}; Path=/; Max-Age=${SECONDS}; SameSite=Lax`;
}

/** In the browser: the toast that the last redirect left, taken out so that it shows once. */
export function takeFlashToast(): Toast | null {
  const value = document.cookie.split("; ").find((pair) => pair.startsWith(`${NAME}=`));
  if (!value) return null;
  document.cookie = `${NAME}=; Path=/; Max-Age=0; SameSite=Lax`;
  try {
    const toast = JSON.parse(decodeURIComponent(value.slice(NAME.length + 1))) as Partial<Toast>;
    return typeof toast.title === "string" ? (toast as Toast) : null;
  } catch {
    return null;
  }
}
