import { useEffect, useRef, useState } from "react";
import { useLocation } from "react-router";
import { isHydrated } from "./use-hydrated.ts";

/** Moves the focus after a navigation without a page load to what the address names, else here: a page load starts a
 * screen reader at the top. */
export function useFocusAfterNavigation<Target extends HTMLElement>() {
  const target = useRef<Target>(null);
  const { key, hash } = useLocation();
  const [loadedKey] = useState(() => (isHydrated() ? null : key));
  useEffect(() => {
    const isLost = document.activeElement === document.body;
    const named = document.getElementById(hash.slice(1));
    if (key !== loadedKey && isLost) (named ?? target.current)?.focus({ preventScroll: true });
  }, [key, hash, loadedKey]);
  return target;
}
