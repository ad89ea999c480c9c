/** Pages of the areas, with an optional query. No segment may be empty, start with a dot or contain `%`: a
 * browser could read another host out of it. */
const OWN_PAGE =
  /^\/(?:(?:admin|customer|assessor)(?=\/)|organisation)(?:\/[A-Za-z0-9][A-Za-z0-9._-]*)*(?:\?[A-Za-z0-9._~!$&()*+,;=:@/?%-]+)?$/;
const SIGN_IN_PAGE = /^\/(?:admin|customer)\/log(?:in|out)(?:[/?]|$)/;
const MAX_CHARACTERS = 500;

export function safeRedirect(value: unknown, fallback: string): string {
  const isOwn =
    typeof value === "string" &&
    value.length <= MAX_CHARACTERS &&
    OWN_PAGE.test(value) &&
    !SIGN_IN_PAGE.test(value);
  return isOwn ? value : fallback;
}

const withRedirectTo = (path: string, back: string) =>
  back ? `${path}?redirectTo=${encodeURIComponent(back)}` : path;

export function loginPath(area: "admin" | "customer", path: string): string {
  return withRedirectTo(`/${area}/login`, safeRedirect(path, ""));
}

export function loginPageOf(request: Request): "/admin/login" | "/customer/login" {
  return new URL(request.url).pathname.startsWith("/customer/") ? "/customer/login" : "/admin/login";
}

function returnPath(request: Request): string {
  return safeRedirect(new URL(request.url).searchParams.get("redirectTo"), "");
}

export function nextSignInPage(request: Request, path: string): string {
  return withRedirectTo(path, returnPath(request));
}

export function landingPath(request: Request, roleName: string): string {
  const role = roleName.toLowerCase();
  const back = returnPath(request);
  if (role === "assessor") return back.startsWith("/assessor/") ? back : "/assessor";
  if (role === "customer" && back.startsWith("/organisation")) return back;
  const area = role === "customer" ? "/customer/" : "/admin/";
  return back.startsWith(area) ? back : `${area}dashboard`;
}

export function withReason(path: string, reason: "expired" | "cookies"): string {
  return `${path}${path.includes("?") ? "&" : "?"}reason=${reason}`;
}

/** A request from a login page without a cookie: refused by the browser, or only a followed link. */
function cameWithoutCookie(request: Request): boolean {
  if (request.headers.get("Cookie")) return false;
  const from = request.headers.get("Referer") ?? "";
  const { origin } = new URL(request.url);
  return from.startsWith(`${origin}/`) && /^\/(admin|customer)\/login(\/|$)/.test(new URL(from).pathname);
}

export function loginPathFor(request: Request, path: string): string {
  return cameWithoutCookie(request) ? withReason(path, "cookies") : path;
}

/** A user's own page, and the words that lead back to it. */
export const OWN_PAGES = {
  staff: { to: "/admin/security", back: "Back to Security" },
  assessor: { to: "/assessor/account", back: "Back to your account" },
  customer: { to: "/customer/account", back: "Back to your account" },
};
