import { Suspense, useCallback, useEffect, useState } from "react";
import { useLocation } from "react-router";
import { takeFlashToast } from "./flash-toast.ts";
import { optionalPart } from "./optional-part.ts";
import { showToast, TOAST_EVENT, type Toast } from "./toast.ts";

const ToastMessage = optionalPart(async () => (await import("./toast-message.tsx")).ToastMessage);

/**
 * Shows what `showToast` and `flashToast` ask for, on the page that it is about: the next page is not the place for what
 * was wrong with this one. The drawing part loads with the first toast.
 */
export function Toaster() {
  const [current, setCurrent] = useState<{ toast: Toast; number: number; pathname: string } | null>(null);
  const remove = useCallback(() => setCurrent(null), []);
  const { key, pathname } = useLocation();

  useEffect(() => {
    const onToast = (event: Event) => {
      const { detail } = event as CustomEvent<Toast>;
      setCurrent((previous) => ({
        toast: detail,
        number: (previous?.number ?? 0) + 1,
        pathname: window.location.pathname,
      }));
    };
    window.addEventListener(TOAST_EVENT, onToast);
    return () => window.removeEventListener(TOAST_EVENT, onToast);
  }, []);

  useEffect(() => {
    const toast = takeFlashToast();
    if (toast) showToast(toast);
  }, [key]);

  if (current?.pathname !== pathname) return null;
  return (
    <Suspense>
      <ToastMessage key={current.number} toast={current.toast} onRemove={remove} />
    </Suspense>
  );
}
