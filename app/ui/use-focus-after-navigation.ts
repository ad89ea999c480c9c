import { useEffect, useRef, useState } from "react";
import { useLocation } from "react-router";
import { isHydrated } from "./use-hydrated.ts";

/** Moves the focus here after a navigation without a page load: a page load starts a screen reader at the top. */
export function useFocusAfterNavigation<Target extends HTMLElement>() {
  const target = useRef<Target>(null);
  const { key } = useLocation();
  const [loadedKey] = useState(() => (isHydrated() ? null : key));
  useEffect(() => {
    const isLost = document.activeElement === document.body;
    if (key !== loadedKey && isLost) target.current?.focus({ preventScroll: true });
  }, [key, loadedKey]);
  return target;
}
