/** True when a request comes from a login page without a cookie: the browser refused it, or somebody only followed a
 * link. */
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
