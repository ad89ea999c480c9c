import { useEffect, useRef } from "react";
import { isHydrated } from "./use-hydrated.ts";

/** In a field whose text differs from the page's. */
function isTyping(): boolean {
  const at = document.activeElement;
  return (
    (at instanceof HTMLInputElement || at instanceof HTMLTextAreaElement) && at.value !== at.defaultValue
  );
}

/** Props of what takes the focus when a navigation shows it, or a page load; `of` changes with each time. */
export function useTakesFocus<Shown extends HTMLElement>(of: string | null) {
  const shown = useRef<Shown>(null);
  const last = useRef(isHydrated() ? null : of);
  useEffect(() => {
    if (of !== null && of !== last.current && !isTyping()) shown.current?.focus();
    last.current = of;
  }, [of]);
  return of === null ? {} : { ref: shown, tabIndex: -1, autoFocus: true };
}
