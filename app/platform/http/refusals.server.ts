import { decodePath, type HttpContext } from "./http-context.server.ts";
import { ANSWERS, sendPlainAnswer, tooManyRequests } from "./plain-answer.server.ts";
import { createRequestLimit } from "./request-limit.server.ts";
import type { Middleware } from "./request-path.server.ts";
import { isRequestFromOurselves } from "./same-origin.server.ts";

export const METHODS = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);
const API_ONLY = new Set(["PUT", "PATCH", "DELETE"]);

export function refuseNonsense(http: HttpContext): Middleware {
  return (request, response, next) => {
    if (!METHODS.has(request.method!))
      return sendPlainAnswer(ANSWERS.methodNotAllowed, http.addressee(request, response));
    if (decodePath(http.ticketOf(request).pathname) === null)
      return sendPlainAnswer(ANSWERS.badRequest, http.addressee(request, response));
    next();
  };
}

export function limitRequests(http: HttpContext): Middleware {
  const { clock, env } = http.deps;
  const secondsToWait = createRequestLimit({ clock, isOn: env.RATE_LIMITS === "on" });
  return (request, response, next) => {
    const wait = secondsToWait(http.ticketOf(request).clientAddress);
    if (wait !== null) return sendPlainAnswer(tooManyRequests(wait), http.addressee(request, response));
    next();
  };
}

export function refuseCrossSite(http: HttpContext): Middleware {
  const appOrigin = http.deps.env.APP_ORIGIN;
  return (request, response, next) => {
    const { pathname } = http.ticketOf(request);
    const { method, headers } = request;
    if (isRequestFromOurselves({ method: method!, pathname, headers, appOrigin })) return next();
    sendPlainAnswer(ANSWERS.crossSite, http.addressee(request, response));
  };
}

export function refuseMethodsOfTheApi(http: HttpContext): Middleware {
  return (request, response, next) => {
    if (http.ticketOf(request).isApi || !API_ONLY.has(request.method!)) return next();
    sendPlainAnswer(ANSWERS.methodNotAllowed, http.addressee(request, response));
  };
}
