type PolicyOptions = { nonce: string; isDevelopment: boolean; hasAnalytics: boolean };

/** Google's tag sends here. Its script is allowed by the nonce. */
const ANALYTICS_SOURCES =
  "https://*.google-analytics.com https://*.analytics.google.com https://*.googletagmanager.com";

function contentSecurityPolicy({ nonce, isDevelopment, hasAnalytics }: PolicyOptions): string {
  const connections = ["'self'", isDevelopment && "ws:", hasAnalytics && ANALYTICS_SOURCES].filter(Boolean);
  return [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'`,
    isDevelopment ? "style-src 'self' 'unsafe-inline'" : `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    `connect-src ${connections.join(" ")}`,
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

const PERMISSIONS = SENSORS.map((sensor) => `${sensor}=()`).join(", ");

export function securityHeaders(options: {
  nonce: string;
  isDevelopment: boolean;
  hasAnalytics: boolean;
  isIndexed: boolean;
}): Record<string, string> {
  const headers: Record<string, string> = {
    "Content-Security-Policy": contentSecurityPolicy(options),
    "Strict-Transport-Security": "max-age=31536000; includeSubDomains",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": PERMISSIONS,
  };
  if (!options.isIndexed) headers["X-Robots-Tag"] = "noindex";
  return headers;
}
