import { useEffect, useLayoutEffect, useRef } from "react";
import { useLocation } from "react-router";
import { optionalPart } from "./optional-part.tsx";
import { removeToast, showToast, readFlashToast, useToast } from "./toast.ts";

const loadToastMessage = async () => (await import("./toast-message.tsx")).ToastMessage;
const ToastMessage = optionalPart(loadToastMessage);

/** The drawing part loads with the first toast, or after the first page: a toast may say that the line is gone. */
export function Toaster() {
  const shown = useToast();
  const { key, pathname } = useLocation();
  const firstKey = useRef(key);

  // A toast goes with the page that it is about, before the next page shows its own.
  useLayoutEffect(() => removeToast, [pathname]);

  useEffect(() => {
    const toast = readFlashToast();
    if (toast) showToast(toast);
    if (key !== firstKey.current) loadToastMessage().catch(() => null);
  }, [key]);

  if (!shown) return null;
  return <ToastMessage key={shown.number} toast={shown.toast} onRemove={removeToast} />;
}
