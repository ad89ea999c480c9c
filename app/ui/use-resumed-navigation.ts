import { useContext, useEffect } from "react";
import { UNSAFE_DataRouterContext as RouterContext } from "react-router";

const KEY = "navigation";

function wasReloaded(): boolean {
  const [entry] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  return entry?.type === "reload";
}

/** Storage may be forbidden: then a reload stays where it is. */
function inStorage<T>(access: (storage: Storage) => T): T | null {
  try {
    return access(sessionStorage);
  } catch {
    return null;
  }
}

/**
 * Goes on to where the router was going when the page was reloaded. When the next page's script cannot be had (the service
 * was upgraded meanwhile, or the line broke) the framework reloads the page it stands on, after the form was accepted.
 */
export function useResumedNavigation(): void {
  const router = useContext(RouterContext)?.router;

  useEffect(() => {
    const kept = inStorage((storage) => storage.getItem(KEY));
    inStorage((storage) => storage.removeItem(KEY));
    if (kept && wasReloaded()) window.location.assign(kept);
  }, []);

  useEffect(() => {
    // Asked of the router itself: the page may be reloaded before React has drawn that a navigation is under way.
    const keep = () => {
      const { state, location } = router!.state.navigation;
      if (state !== "loading") return;
      const target = location.pathname + location.search + location.hash;
      inStorage((storage) => storage.setItem(KEY, target));
    };
    window.addEventListener("pagehide", keep);
    return () => window.removeEventListener("pagehide", keep);
  }, [router]);
}
