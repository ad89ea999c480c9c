/** A request from a login page without a cookie: refused by the browser, or only a followed link. */
function cameWithoutCookie(request: Request): boolean {
  if (request.headers.get("Cookie")) return false;
  const from = request.headers.get("Referer") ?? "";
  const { origin } = new URL(request.url);
  return from.startsWith(`${origin}/`) && /^\/(admin|customer)\/login(\/|$)/.test(new URL(from).pathname);
}

export function loginPathFor(request: Request, path: string): string {
  if (!cameWithoutCookie(request)) return path;
  return `${path}${path.includes("?") ? "&" : "?"}reason=cookies`;
}
