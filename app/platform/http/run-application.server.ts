import type { ServerResponse } from "node:http";
import type { RequestScope } from "#app/context.ts";
import { notingWaits } from "#app/platform/rate-limit.server.ts";
import { isStorageError } from "#app/platform/storage-error.ts";
import { createApplication, createDevelopmentApplication } from "./application.server.ts";
import { reportDefect, type Exchange, type HttpOptions } from "./exchange.server.ts";
import { sendFrameworkResponse, toFrameworkRequest } from "./framework.server.ts";
import { isDataRequest, signedOutAnswer, STORAGE_DOWN, storageDownAnswer } from "./keep-input.server.ts";
import { sendPlainAnswer } from "./plain-answer.server.ts";
import { readBody, refuseBody } from "./request-body.server.ts";
import { signInFirst } from "./sign-in-first.ts";

const BODILESS = new Set(["GET", "HEAD", "OPTIONS"]);

/** The posted body, null where there is none; undefined when the request is over. */
async function receive(exchange: Exchange): Promise<Buffer | null | undefined> {
  const { http, request, pathname } = exchange;
  if (BODILESS.has(request.method!)) return null;
  const limit = http.rules.bodyLimit(pathname);
  const body = await readBody(request, limit);
  if (body === "too large") await refuseBody(exchange, limit);
  return body instanceof Buffer ? body : undefined;
}

function signalOf(response: ServerResponse): AbortSignal {
  const gone = new AbortController();
  const noteEnd = () => {
    if (!response.writableFinished) gone.abort();
  };
  if (response.destroyed) noteEnd();
  else response.once("close", noteEnd);
  return gone.signal;
}

/** What keeps the form of somebody who must sign in first; null for another answer. */
async function keepForSignIn({ request, target }: Exchange, body: Buffer | null, answer: Response) {
  const signInHref = signInFirst(answer, target);
  if (!body || !signInHref) return null;
  const contentType = request.headers["content-type"] ?? "";
  return signedOutAnswer({ target, contentType, body }, signInHref);
}

async function sendStorageDown(exchange: Exchange, body: Buffer | null): Promise<void> {
  const { request, response, target } = exchange;
  if (isDataRequest(target)) {
    const headers = { "Cache-Control": "private, no-store", "Retry-After": "5" };
    response.writeHead(503, { ...headers, "Content-Type": "text/plain; charset=utf-8" });
    const { heading, message } = STORAGE_DOWN;
    response.end(JSON.stringify({ heading, message }));
    return;
  }
  const contentType = request.headers["content-type"] ?? "";
  sendPlainAnswer(await storageDownAnswer(body && { target, contentType, body }), exchange);
}

/** Reads the body, runs the application and sends its answer: a 503 that keeps the form when the storage failed. */
export function runApplication({ deps, build }: HttpOptions) {
  const { APP_ORIGIN: appOrigin } = deps.env;
  const isSecure = appOrigin.startsWith("https:");
  const application =
    typeof build === "function"
      ? createDevelopmentApplication(build)
      : createApplication(build, deps.env.NODE_ENV);

  return async (exchange: Exchange): Promise<void> => {
    const body = await receive(exchange);
    if (body === undefined) return;
    const { request, response, requestId, nonce, isApi, target, clientAddress } = exchange;
    const scope: RequestScope = { deps, requestId, nonce, clientAddress };
    const signal = () => signalOf(response);
    const asked = toFrameworkRequest(request, { target, appOrigin, body, signal });
    const [answer, wait] = await notingWaits(() => application(asked, scope, exchange.match()));

    if (answer.status >= 500 && scope.failure !== undefined) reportDefect(exchange, scope.failure);
    const isStorageDown = answer.status >= 500 && isStorageError(scope.failure);
    if (isStorageDown && (body || isApi || isDataRequest(target))) {
      await answer.body?.cancel();
      return sendStorageDown(exchange, body);
    }
    const kept = await keepForSignIn(exchange, body, answer);
    if (kept) return sendPlainAnswer(kept, exchange);
    response.setHeader("Cache-Control", "private, no-store");
    if (answer.status === 405) response.setHeader("Allow", "GET, HEAD");
    if (answer.status === 429 && wait > 0) response.setHeader("Retry-After", String(wait));
    if (isStorageDown) response.setHeader("Retry-After", "5");
    const { headers } = answer;
    const shown = isStorageDown ? new Response(answer.body, { status: 503, headers }) : answer;
    if (headers.get("Content-Type")?.startsWith("text/html")) response.appendHeader("Vary", "Save-Data");
    await sendFrameworkResponse(response, shown, { document: scope.document, isSecure });
  };
}
