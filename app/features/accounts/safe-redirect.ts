/** Pages of the two areas, with an optional query. No segment may be empty, start with a dot or contain `%`: a browser
 * could read another host out of it. */
const OWN_PAGE =
  /^\/(?:admin|customer)(?:\/[A-Za-z0-9][A-Za-z0-9._-]*)+(?:\?[A-Za-z0-9._~!$&()*+,;=:@/?%-]+)?$/;
const SIGN_IN_PAGE = /^\/(?:admin|customer)\/log(?:in|out)(?:[/?]|$)/;
const MOST_CHARACTERS = 500;

/** Returns a page of ours to come back to, unchanged, or `fallback` for anything else. */
export function safeRedirect(value: unknown, fallback: string): string {
  const isOwn =
    typeof value === "string" &&
    value.length <= MOST_CHARACTERS &&
    OWN_PAGE.test(value) &&
    !SIGN_IN_PAGE.test(value);
  return isOwn ? value : fallback;
}

export function loginPath(area: "admin" | "customer", path: string): string {
  const redirectTo = safeRedirect(path, "");
  return redirectTo ? `/${area}/login?redirectTo=${encodeURIComponent(redirectTo)}` : `/${area}/login`;
}
