/** Null when the browser refuses storage. It ends with the tab, as others may share the computer. */
export function inTab<T>(access: (storage: Storage) => T): T | null {
  try {
    return access(sessionStorage);
  } catch {
    return null;
  }
}
