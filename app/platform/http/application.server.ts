import type { IncomingMessage, ServerResponse } from "node:http";
import { Duplex } from "node:stream";
import { promisify } from "node:util";
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from "node:zlib";
import { createHeaders, createRequest, sendResponse } from "@remix-run/node-fetch-server";
import { RouterContextProvider } from "react-router";
import { requestScope } from "#app/context.ts";
import { notingWaits } from "#app/platform/rate-limit.server.ts";
import { isStorageError } from "#app/platform/storage-error.ts";
import { ANSWERS, sendPlainAnswer } from "./answers.server.ts";
import type { Bytes } from "./body.server.ts";
import { createAreaHandler } from "./area-handlers.server.ts";
import { reportDefect, type Exchange, type HttpOptions } from "./exchange.server.ts";
import { keepInput, signedOutAnswer } from "./keep-input.server.ts";
import { signInFirst } from "./sign-in-first.ts";
import { acceptedEncodings } from "./static-files.server.ts";

/** For pages: 5 saves 6 % of the bytes that 4 sends, for 0.2 ms; 6 saves next to nothing more. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

const COMPRESSIBLE = /^(text\/|application\/(json|javascript|x-script|[\w.-]+\+(json|xml)))|^image\/svg/;

/** Makes requests for the framework. Only `APP_ORIGIN` decides protocol and host. React Router would compare Origin
 * with the Host header; it was checked before. */
function requestMaker(appOrigin: string) {
  const { origin, protocol, host } = new URL(appOrigin);

  /** With a body that was read: nothing of it arrives any more, so it needs no stream (4 % of a
   * booking's processor time). */
  function withBody(request: IncomingMessage, response: ServerResponse, body: Bytes): Request {
    const abandoned = new AbortController();
    response.once("close", () => response.writableFinished || abandoned.abort());
    return new Request(origin + request.url, {
      method: request.method!,
      headers: createHeaders(request),
      body,
      signal: abandoned.signal,
    });
  }

  return ({ request, response }: Exchange, body: Bytes | null): Request => {
    const asked = body
      ? withBody(request, response, body)
      : createRequest(request, response, { protocol, host });
    asked.headers.delete("Origin");
    return asked;
  };
}

export const BODILESS = new Set(["GET", "HEAD", "OPTIONS"]);

/** Longer than any page, as documents are. */
const MAX_WHOLE_BYTES = 256 * 1024;

/** Sends an answer, compressed when its reader takes that: a short one with a length as a whole, another while it
 * is made. */
async function send({ request, response }: Exchange, status: number, headers: Headers, answer: Response) {
  let coding: "br" | "gzip" | undefined;
  if (
    answer.body &&
    COMPRESSIBLE.test(headers.get("Content-Type") ?? "") &&
    !headers.has("Content-Encoding")
  ) {
    headers.append("Vary", "Accept-Encoding");
    [coding] = acceptedEncodings(request.headers["accept-encoding"], ["br", "gzip"] as const);
    if (coding) headers.set("Content-Encoding", coding);
  }
  const length = headers.get("Content-Length");
  if (answer.body && (length === null || Number(length) > MAX_WHOLE_BYTES)) {
    if (coding) headers.delete("Content-Length");
    const encoder = coding && (coding === "br" ? createBrotliCompress(BROTLI) : createGzip());
    const body = encoder ? answer.body.pipeThrough(Duplex.toWeb(encoder) as Transform) : answer.body;
    return sendResponse(response, new Response(body, { status, headers }));
  }
  let bytes = answer.body && new Uint8Array(await answer.arrayBuffer());
  if (bytes && coding) bytes = coding === "br" ? await toBrotli(bytes, BROTLI) : await toGzip(bytes);
  if (bytes) headers.set("Content-Length", String(bytes.length));
  if (response.destroyed) return;
  response.statusCode = status;
  response.setHeaders(headers).end(bytes);
}

type Transform = Parameters<NonNullable<Response["body"]>["pipeThrough"]>[0];

/** Over TLS every cookie is Secure. */
function secureCookies(headers: Headers): void {
  const cookies = headers.getSetCookie();
  headers.delete("Set-Cookie");
  for (const cookie of cookies)
    headers.append("Set-Cookie", /; *secure\b/i.test(cookie) ? cookie : `${cookie}; Secure`);
}

/** A redirect after a form is a 303, a failure of the storage a 503. */
function statusOf({ status }: Response, isAfterForm: boolean, isStorageDown: boolean): number {
  if (isStorageDown) return 503;
  return status === 302 && isAfterForm ? 303 : status;
}

async function sendStorageDown(exchange: Exchange, body: Bytes | null): Promise<void> {
  const { storageDown } = ANSWERS;
  const answer = exchange.isData ? storageDown : await keepInput(storageDown, exchange, body);
  sendPlainAnswer(answer, exchange);
}

/** Has React Router answer a request, with its body or, for an upload, while that arrives, and sends the answer: a page
 * that keeps the form when the storage failed, or when its sender must sign in first. */
export function runApplication({ deps, build }: HttpOptions) {
  const handle = createAreaHandler(build, deps.env.NODE_ENV);
  const toRequest = requestMaker(deps.env.APP_ORIGIN);

  return async (exchange: Exchange, body: Bytes | null): Promise<void> => {
    const { request, response, scope, isApi, isData, target } = exchange;
    const context = new RouterContextProvider();
    context.set(requestScope, scope);
    const [answer, wait] = await notingWaits(() => handle(toRequest(exchange, body), context));

    if (answer.status >= 500 && scope.failure !== undefined) reportDefect(exchange, scope.failure);
    const isStorageDown = answer.status >= 500 && isStorageError(scope.failure);
    const isForm = !BODILESS.has(request.method!);
    if (isStorageDown && (isForm || isApi || isData)) {
      await answer.body?.cancel();
      return sendStorageDown(exchange, body);
    }
    const signInHref = isForm ? signInFirst(answer, target) : null;
    const kept = signInHref && (await signedOutAnswer(exchange, body, signInHref));
    if (kept) return sendPlainAnswer(kept, exchange);

    const headers = new Headers(answer.headers);
    headers.set("Cache-Control", headers.get("Cache-Control") ?? "private, no-store");
    if (answer.status === 405) headers.set("Allow", headers.get("Allow") ?? "GET, HEAD");
    if (answer.status === 429 && wait > 0) headers.set("Retry-After", String(wait));
    if (isStorageDown) headers.set("Retry-After", "5");
    if (deps.env.APP_ORIGIN.startsWith("https:")) secureCookies(headers);
    if (headers.get("Content-Type")?.startsWith("text/html")) headers.append("Vary", "Save-Data");
    if (response.destroyed) return void (await answer.body?.cancel());
    await send(exchange, statusOf(answer, isForm, isStorageDown), headers, answer);
  };
}
