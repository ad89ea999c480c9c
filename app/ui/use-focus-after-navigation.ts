import { useEffect, useRef } from "react";
import { useLocation } from "react-router";
import { isHydrated } from "./use-hydrated.ts";

/** Moves the focus after a navigation without a page load to what the address names, else to the heading if it can take
 * it, else to the main part: a page load starts a screen reader at the top. It stays in the header and in the content;
 * from the foot, Tab would lead past the content. */
export function useFocusAfterNavigation(): void {
  const { key, hash } = useLocation();
  const shownKey = useRef(isHydrated() ? null : key);
  useEffect(() => {
    if (key === shownKey.current) return;
    shownKey.current = key;
    if (document.activeElement?.closest("header, main")) return;
    const named = document.getElementById(hash.slice(1));
    const heading = document.querySelector<HTMLElement>("h1[tabindex]");
    (named ?? heading ?? document.querySelector("main"))?.focus({ preventScroll: true });
  }, [key, hash]);
}
