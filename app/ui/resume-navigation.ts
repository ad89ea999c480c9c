import type { MiddlewareFunction } from "react-router";

const KEY = "navigation";

/** The page that the router is loading. */
let target: string | null = null;

/** Without storage a reload stays where it is. */
function inStorage<T>(access: (storage: Storage) => T): T | null {
  try {
    return access(sessionStorage);
  } catch {
    return null;
  }
}

if (typeof document !== "undefined") {
  const [entry] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  const kept = inStorage((storage) => storage.getItem(KEY));
  inStorage((storage) => storage.removeItem(KEY));
  if (kept && entry?.type === "reload") window.location.assign(kept);
  window.addEventListener("pagehide", () => {
    if (target) inStorage((storage) => storage.setItem(KEY, target!));
  });
}

/** Continues a navigation after a reload: when the next page's script cannot be loaded, the framework reloads the old
 * page although the form was accepted. */
export const resumeNavigation: MiddlewareFunction = async ({ request: { method, url } }, next) => {
  if (method !== "GET" || url === window.location.href.split("#")[0]) return next();
  target = url;
  try {
    return await next();
  } finally {
    if (target === url) target = null;
  }
};
