import { useContext, useEffect } from "react";
import { UNSAFE_DataRouterContext as RouterContext } from "react-router";

const KEY = "navigation";

function wasReloaded(): boolean {
  const [entry] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  return entry?.type === "reload";
}

/** Without storage a reload stays where it is. */
function inStorage<T>(access: (storage: Storage) => T): T | null {
  try {
    return access(sessionStorage);
  } catch {
    return null;
  }
}

/** Continues a navigation after a reload: when the next page's script cannot be loaded, the framework reloads the old
 * page although the form was accepted. */
export function useResumedNavigation(): void {
  const router = useContext(RouterContext)?.router;

  useEffect(() => {
    const kept = inStorage((storage) => storage.getItem(KEY));
    inStorage((storage) => storage.removeItem(KEY));
    if (kept && wasReloaded()) window.location.assign(kept);
  }, []);

  useEffect(() => {
    // Asks the router: the page may reload before React knows of the navigation.
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
