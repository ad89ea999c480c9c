import { useEffect, useRef, useState } from "react";
import { useLocation } from "react-router";
import { useHydrated } from "./use-hydrated.ts";

/**
 * With JavaScript, what was pressed may be gone with its page, or with what it removed: the focus goes to the element of
 * this ref then, as a page load would start a screen reader at the top.
 */
export function useFocusAfterNavigation<Target extends HTMLElement>() {
  const target = useRef<Target>(null);
  const { key } = useLocation();
  const [loadedKey] = useState(useHydrated() ? null : key);
  useEffect(() => {
    const isLost = document.activeElement === document.body;
    if (key !== loadedKey && isLost) target.current?.focus({ preventScroll: true });
  }, [key, loadedKey]);
  return target;
}
