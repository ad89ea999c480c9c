import { useEffect, useRef, useState } from "react";
import { useLocation } from "react-router";
import { isHydrated } from "./use-hydrated.ts";

/** Moves the focus after a navigation without a page load to what the address names, else here: a page load starts a
 * screen reader at the top. It stays in the header and in the content; from the foot, Tab would lead past the content. */
export function useFocusAfterNavigation<Target extends HTMLElement>() {
  const target = useRef<Target>(null);
  const { key, hash } = useLocation();
  const [loadedKey] = useState(() => (isHydrated() ? null : key));
  useEffect(() => {
    const isKept = document.activeElement?.closest("header, main");
    const named = document.getElementById(hash.slice(1));
    if (key !== loadedKey && !isKept) (named ?? target.current)?.focus({ preventScroll: true });
  }, [key, hash, loadedKey]);
  return target;
}
