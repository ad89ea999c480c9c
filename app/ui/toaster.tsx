import { useEffect, useRef } from "react";
import { useLocation } from "react-router";
import { optionalPart } from "./optional-part.tsx";
import { removeToast, removeToastOfOtherPage, showToast, takeFlashToast, useToast } from "./toast.ts";

const loadToastMessage = async () => (await import("./toast-message.tsx")).ToastMessage;
const ToastMessage = optionalPart(loadToastMessage);

/** Shows toasts on the page that they are about only. The drawing part loads with the first one, or after the first page:
 * a toast may say that the line is gone. */
export function Toaster() {
  const shown = useToast();
  const { key, pathname } = useLocation();
  const firstKey = useRef(key);

  useEffect(() => {
    removeToastOfOtherPage(pathname);
    const toast = takeFlashToast();
    if (toast) showToast(toast);
    if (key !== firstKey.current) loadToastMessage().catch(() => null);
  }, [key, pathname]);

  if (shown?.pathname !== pathname) return null;
  return <ToastMessage key={shown.number} toast={shown.toast} onRemove={removeToast} />;
}
