/**
 * True for a request that comes from a login page, where a sign-in sets a cookie, and brings none: the browser refuses them.
 * Somebody who only followed a link from there looks the same, so a page may say no more than that no cookie came.
 */
export function cameWithoutCookie(request: Request): boolean {
  if (request.headers.get("Cookie")) return false;
  const from = request.headers.get("Referer") ?? "";
  const { origin } = new URL(request.url);
  return from.startsWith(`${origin}/`) && /^\/(admin|customer)\/login(\/|$)/.test(new URL(from).pathname);
}

/** The path of a login page, which says why when no cookie came with the request. */
export function loginPathFor(request: Request, path: string): string {
  if (!cameWithoutCookie(request)) return path;
  return `${path}${path.includes("?") ? "&" : "?"}reason=cookies`;
}
