import { Duplex } from "node:stream";
import { promisify } from "node:util";
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from "node:zlib";
import { createRequest, sendResponse } from "@remix-run/node-fetch-server";
import { RouterContextProvider } from "react-router";
import { requestScope } from "#app/context.ts";
import { notingWaits } from "#app/platform/rate-limit.server.ts";
import { isStorageError } from "#app/platform/storage-error.ts";
import { ANSWERS, sendPlainAnswer } from "./answers.server.ts";
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

/** Only `APP_ORIGIN` decides protocol and host. React Router would compare Origin with the Host header; it was checked before. */
function toRequest({ http, request, response }: Exchange, body: Buffer | null): Request {
  const { protocol, host } = new URL(http.deps.env.APP_ORIGIN);
  const asked = createRequest(request, response, { protocol, host });
  asked.headers.delete("Origin");
  return body ? new Request(asked, { body: new Uint8Array(body) }) : asked;
}

export const BODILESS = new Set(["GET", "HEAD", "OPTIONS"]);

/** Compresses an answer: one with a length as a whole, another while it is sent. */
async function compressed(answer: Response, accepted: string | undefined): Promise<Response> {
  const { headers, body, status } = answer;
  if (!body || !COMPRESSIBLE.test(headers.get("Content-Type") ?? "") || headers.has("Content-Encoding"))
    return answer;
  headers.append("Vary", "Accept-Encoding");
  const [coding] = acceptedEncodings(accepted, ["br", "gzip"] as const);
  if (!coding) return answer;
  headers.set("Content-Encoding", coding);
  if (!headers.has("Content-Length")) {
    const encoder = coding === "br" ? createBrotliCompress(BROTLI) : createGzip();
    return new Response(body.pipeThrough(Duplex.toWeb(encoder) as Transform), { status, headers });
  }
  const whole = new Uint8Array(await answer.arrayBuffer());
  const bytes = coding === "br" ? await toBrotli(whole, BROTLI) : await toGzip(whole);
  headers.set("Content-Length", String(bytes.length));
  return new Response(new Uint8Array(bytes), { status, headers });
}

type Transform = Parameters<NonNullable<Response["body"]>["pipeThrough"]>[0];

/** Over TLS every cookie is Secure. */
function secureCookies(headers: Headers): void {
  const cookies = headers.getSetCookie();
  headers.delete("Set-Cookie");
  for (const cookie of cookies) {
    headers.append("Set-Cookie", /; *secure\b/i.test(cookie) ? cookie : `${cookie}; Secure`);
  }
}

/** A redirect after a form is a 303, a failure of the storage a 503. */
function statusOf({ status }: Response, isAfterForm: boolean, isStorageDown: boolean): number {
  if (isStorageDown) return 503;
  return status === 302 && isAfterForm ? 303 : status;
}

async function sendStorageDown(exchange: Exchange, body: Buffer | null): Promise<void> {
  const { storageDown } = ANSWERS;
  const answer = exchange.isData ? storageDown : await keepInput(storageDown, exchange, body);
  sendPlainAnswer(answer, exchange);
}

/** Has React Router answer a request, with its body or, for an upload, while that arrives, and sends the answer: a page that keeps the form when the
 * storage failed, or when its sender must sign in first. */
export function runApplication({ deps, build }: HttpOptions) {
  const handle = createAreaHandler(build, deps.env.NODE_ENV);

  return async (exchange: Exchange, body: Buffer | null): Promise<void> => {
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
    const signInHref = body && signInFirst(answer, target);
    const kept = signInHref && (await signedOutAnswer(exchange, body, signInHref));
    if (kept) return sendPlainAnswer(kept, exchange);

    const headers = new Headers(answer.headers);
    headers.set("Cache-Control", headers.get("Cache-Control") ?? "private, no-store");
    if (answer.status === 405) headers.set("Allow", headers.get("Allow") ?? "GET, HEAD");
    if (answer.status === 429 && wait > 0) headers.set("Retry-After", String(wait));
    if (isStorageDown) headers.set("Retry-After", "5");
    if (deps.env.APP_ORIGIN.startsWith("https:")) secureCookies(headers);
    if (headers.get("Content-Type")?.startsWith("text/html")) headers.append("Vary", "Save-Data");
    const status = statusOf(answer, isForm, isStorageDown);
    const shown = new Response(answer.body, { status, headers });
    if (response.destroyed) return void (await shown.body?.cancel());
    await sendResponse(response, await compressed(shown, request.headers["accept-encoding"]));
  };
}
