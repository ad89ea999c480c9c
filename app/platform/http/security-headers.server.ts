import { randomBytes } from "node:crypto";

/** A nonce for the Content-Security-Policy of one response. */
export function createNonce(): string {
  return randomBytes(16).toString("base64url");
}

function contentSecurityPolicy(nonce: string, isDevelopment: boolean): string {
  return [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'`,
    isDevelopment ? "style-src 'self' 'unsafe-inline'" : `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    isDevelopment ? "connect-src 'self' ws:" : "connect-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
}

const SENSORS = [
  "accelerometer",
  "camera",
  "display-capture",
  "geolocation",
  "gyroscope",
  "magnetometer",
  "microphone",
  "midi",
  "payment",
  "usb",
];

const INDEXED_PATHS = new Set(["/", "/booking"]);

/** The headers of every response (DESIGN section 10). Only the wizard's first page may be indexed by search engines. */
export function securityHeaders(options: {
  nonce: string;
  pathname: string;
  isDevelopment: boolean;
}): Record<string, string> {
  const headers: Record<string, string> = {
    "Content-Security-Policy": contentSecurityPolicy(options.nonce, options.isDevelopment),
    "Strict-Transport-Security": "max-age=31536000; includeSubDomains",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": SENSORS.map((sensor) => `${sensor}=()`).join(", "),
  };
  if (!INDEXED_PATHS.has(options.pathname)) headers["X-Robots-Tag"] = "noindex";
  return headers;
}
