import { useEffect } from "react";
import { useLocation } from "react-router";
import { optionalPart } from "./optional-part.tsx";
import { removeToast, showToast, takeFlashToast, useToast } from "./toast.ts";

const ToastMessage = optionalPart(async () => (await import("./toast-message.tsx")).ToastMessage);

/** Shows toasts on the page that they are about only. The drawing part loads with the first one. */
export function Toaster() {
  const shown = useToast();
  const { key, pathname } = useLocation();

  useEffect(() => {
    const toast = takeFlashToast();
    if (toast) showToast(toast);
  }, [key]);

  if (shown?.pathname !== pathname) return null;
  return <ToastMessage key={shown.number} toast={shown.toast} onRemove={removeToast} />;
}
