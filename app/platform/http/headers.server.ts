import type { Exchange } from "./exchange.server.ts";

/** Google's tag sends here. Its script is allowed by the nonce. */
const ANALYTICS_SOURCES =
  "https://*.google-analytics.com https://*.analytics.google.com https://*.googletagmanager.com";

/** The card service's pages, to which a form may lead where cards are taken. */
function payPages({
  STRIPE_SECRET_KEY,
  STRIPE_BASE_URL,
  STRIPE_CHECKOUT_URL,
}: Exchange["http"]["deps"]["env"]) {
  if (!STRIPE_SECRET_KEY) return "";
  const own = STRIPE_BASE_URL ?? "https://checkout.stripe.com";
  return [own, STRIPE_CHECKOUT_URL].map((url) => (url ? ` ${new URL(url).origin}` : "")).join("");
}

function contentSecurityPolicy({ http, nonce, pathname }: Exchange): string {
  const { env, settings } = http.deps;
  const isDevelopment = env.NODE_ENV === "development";
  const hasAnalytics =
    env.ANALYTICS_ID && settings.current().switches.analytics && http.rules.isMeasured(pathname);
  const connections = ["'self'", isDevelopment && "ws:", hasAnalytics && ANALYTICS_SOURCES].filter(Boolean);
  return [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'`,
    isDevelopment ? "style-src 'self' 'unsafe-inline'" : `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "font-src 'self'",
    `connect-src ${connections.join(" ")}`,
    "manifest-src 'self'",
    "frame-src 'self'",
    // The page that a form leads to is another site's: browsers look at the redirect, too.
    `form-action 'self'${payPages(env)}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
}

const SENSORS =
  "accelerometer camera display-capture geolocation gyroscope magnetometer microphone midi payment usb";

const PERMISSIONS = SENSORS.split(" ")
  .map((sensor) => `${sensor}=()`)
  .join(", ");

/** Security headers of every answer (docs/design.md, "Security and reliability"). */
export function setCommonHeaders(exchange: Exchange): void {
  const { http, response, requestId, pathname } = exchange;
  const headers = {
    "X-Request-Id": requestId,
    "Content-Security-Policy": contentSecurityPolicy(exchange),
    "Strict-Transport-Security": "max-age=31536000; includeSubDomains",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": PERMISSIONS,
  };
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  if (!http.rules.isIndexed(pathname)) response.setHeader("X-Robots-Tag", "noindex");
  if (http.lifecycle.isStopping) response.setHeader("Connection", "close");
}
