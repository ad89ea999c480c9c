import type { MiddlewareFunction } from "react-router";
import { inTab, isReload } from "./tab-storage.ts";

const KEY = "navigation";

let target: string | null = null;

if (typeof document !== "undefined") {
  const kept = inTab((tab) => tab.getItem(KEY));
  inTab((tab) => tab.removeItem(KEY));
  if (kept && isReload()) window.location.assign(kept);
  window.addEventListener("pagehide", () => {
    if (target) inTab((tab) => tab.setItem(KEY, target!));
  });
}

export const here = () => window.location.href.split("#")[0]!;

export function isElsewhere({ method, url }: Request): boolean {
  return method === "GET" && url !== here();
}

/** Continues a navigation after a reload: when the next page's script cannot be loaded, the framework reloads the old
 * page although the form was accepted. */
export const resumeNavigation: MiddlewareFunction = async ({ request }, next) => {
  if (!isElsewhere(request)) return next();
  const url = (target = request.url);
  try {
    return await next();
  } finally {
    if (target === url) target = null;
  }
};
