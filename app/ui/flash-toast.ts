import type { Toast } from "./toast.ts";

const NAME = "toast";
const SECONDS = 20;

/** A cookie that shows a toast after a redirect, with JavaScript. Fixed words only: the page must say the same without
 * it. */
export function flashToast(toast: Toast): string {
  return `${NAME}=${encodeURIComponent(JSON.stringify(toast))}; Path=/; Max-Age=${SECONDS}; SameSite=Lax`;
}

/** The toast of the last redirect, removed so that it shows once. */
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
