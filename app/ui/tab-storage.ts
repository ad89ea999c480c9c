/** Uses this tab's storage; null when the browser refuses it. What is kept there ends with the tab, as others may share
 * the computer. */
export function inTab<T>(access: (storage: Storage) => T): T | null {
  try {
    return access(sessionStorage);
  } catch {
    return null;
  }
}

export function isReload(): boolean {
  const [entry] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  return entry?.type === "reload";
}
