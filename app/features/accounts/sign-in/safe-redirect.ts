const ORIGIN = "https://here.invalid";

/**
 * A path on this site from something that a URL carried, or `fallback`. Refuses other origins in all their spellings
 * (`//host`, `/\host`, control characters, schemes) and the sign-in pages themselves.
 */
export function safeRedirect(value: unknown, fallback: string): string {
  if (
    typeof value !== "string" ||
    value.length > 500 ||
    !/^\/(?![/\\])[^\\\u0000-\u001f\u007f]*$/.test(value)
  ) {
    return fallback;
  }
  const url = URL.parse(value, ORIGIN);
  if (!url || url.origin !== ORIGIN) return fallback;
  if (/^\/(?:admin|customer)\/log(?:in|out)(?:\/|$)/.test(url.pathname)) return fallback;
  return url.pathname + url.search;
}

/** The login page of an area, which comes back to `path` afterwards. */
export function loginPath(area: "admin" | "customer", path: string): string {
  const redirectTo = safeRedirect(path, "");
  return redirectTo ? `/${area}/login?redirectTo=${encodeURIComponent(redirectTo)}` : `/${area}/login`;
}
