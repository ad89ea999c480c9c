import type { HttpContext } from "./http-context.server.ts";
import { METHODS } from "./refusals.server.ts";
import type { Middleware } from "./request-path.server.ts";
import { securityHeaders } from "./security-headers.server.ts";

export function identify(http: HttpContext): Middleware {
  const { env, settings } = http.deps;
  const isDevelopment = env.NODE_ENV === "development";
  return (request, response, next) => {
    const { requestId, nonce, pathname } = http.admit(request);
    response.setHeader("X-Request-Id", requestId);
    const headers = securityHeaders({
      nonce,
      isDevelopment,
      hasAnalytics:
        env.ANALYTICS_ID !== undefined &&
        settings.current().switches.analytics &&
        http.rules.isMeasured(pathname),
      isIndexed: http.rules.isIndexed(pathname),
    });
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    if (http.lifecycle.isStopping()) response.setHeader("Connection", "close");
    next();
  };
}

/** One log line for each request, when its answer is sent or its client has gone (499). */
export function logAccess(http: HttpContext): Middleware {
  return (request, response, next) => {
    const startedAt = performance.now();
    response.once("close", () => {
      const method = METHODS.has(request.method!) ? request.method! : "other";
      const status = response.writableFinished ? response.statusCode : 499;
      const seconds = (performance.now() - startedAt) / 1000;
      const route = http.routeOf(request);
      const { requestId } = http.ticketOf(request);
      http.observers.onAnswer({ route, method, status, seconds });
      http.deps.log.info("request", { requestId, route, method, status, ms: Math.round(seconds * 1000) });
    });
    next();
  };
}
