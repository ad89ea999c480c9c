import { isMethod, isReadablePath, type Exchange } from "./exchange.server.ts";
import { ANSWERS, type PlainAnswer } from "./plain-answer.server.ts";
import { isRequestFromOurselves } from "./same-origin.server.ts";

/** What the server refuses before the application is asked: the answer, or null. */

const API_ONLY = new Set(["PUT", "PATCH", "DELETE"]);

export function refuseNonsense({ request, pathname }: Exchange): PlainAnswer | null {
  if (!isMethod(request.method!)) return ANSWERS.methodNotAllowed;
  return isReadablePath(pathname) ? null : ANSWERS.badRequest;
}

export function refuseCrossSite({ http, request, pathname }: Exchange): PlainAnswer | null {
  const { method, headers } = request;
  const appOrigin = http.deps.env.APP_ORIGIN;
  const isOurs = isRequestFromOurselves({ method: method!, pathname, headers, appOrigin });
  return isOurs ? null : ANSWERS.crossSite;
}

export function refuseMethodsOfTheApi({ request, isApi }: Exchange): PlainAnswer | null {
  return isApi || !API_ONLY.has(request.method!) ? null : ANSWERS.methodNotAllowed;
}
