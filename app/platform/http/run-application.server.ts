import type { IncomingMessage, ServerResponse } from "node:http";
import type { RequestScope } from "#app/context.ts";
import { notingWaits } from "#app/platform/rate-limit.server.ts";
import { isStorageError } from "#app/platform/storage-error.ts";
import { createApplication } from "./application.server.ts";
import { sendFrameworkResponse, toFrameworkRequest } from "./framework.server.ts";
import type { HttpContext } from "./http-context.server.ts";
import { isDataRequest, storageDownAnswer, storageDownDetails } from "./keep-input.server.ts";
import { sendPlainAnswer } from "./plain-answer.server.ts";
import { readBody } from "./read-body.server.ts";
import { refuseBody } from "./refuse-body.server.ts";

const BODILESS = new Set(["GET", "HEAD", "OPTIONS"]);

/** The posted body, null where there is none; undefined when the request is over. */
async function receive(
  http: HttpContext,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<Buffer | null | undefined> {
  if (BODILESS.has(request.method!)) return null;
  const limit = http.rules.bodyLimit(http.ticketOf(request).pathname);
  const outcome = await readBody(request, limit);
  if (outcome.kind === "read") return outcome.bytes;
  if (outcome.kind === "too-large") {
    const { target } = http.ticketOf(request);
    await refuseBody(request, http.addressee(request, response), { target, limit });
  }
  return undefined;
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

/** Answers a form or call that could not be saved with what was sent. */
async function sendStorageDown(
  http: HttpContext,
  request: IncomingMessage,
  response: ServerResponse,
  body: Buffer | null,
): Promise<void> {
  const { target } = http.ticketOf(request);
  if (isDataRequest(target)) {
    const headers = { "Cache-Control": "private, no-store", "Retry-After": "5" };
    response.writeHead(503, { ...headers, "Content-Type": "text/plain; charset=utf-8" });
    response.end(storageDownDetails());
    return;
  }
  const contentType = request.headers["content-type"] ?? "";
  const answer = await storageDownAnswer(body && { target, contentType, body });
  sendPlainAnswer(answer, http.addressee(request, response));
}

export function runApplication(http: HttpContext) {
  const { deps } = http;
  const { APP_ORIGIN: appOrigin } = deps.env;
  const isSecure = appOrigin.startsWith("https:");
  const application = createApplication(http.build, deps.env.NODE_ENV);

  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await receive(http, request, response);
    if (body === undefined) return;
    const { requestId, nonce, isApi, target, clientAddress } = http.ticketOf(request);
    const scope: RequestScope = { deps, requestId, nonce, clientAddress };
    const signal = () => signalOf(response);
    const asked = toFrameworkRequest(request, { target, appOrigin, body, signal });
    const [answer, wait] = await notingWaits(() => application(asked, scope, http.matchOf(request)));

    if (answer.status >= 500 && scope.failure !== undefined) http.reportDefect(request, scope.failure);
    const isStorageDown = answer.status >= 500 && isStorageError(scope.failure);
    if (isStorageDown && (body || isApi || isDataRequest(target))) {
      await answer.body?.cancel();
      return sendStorageDown(http, request, response, body);
    }
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
