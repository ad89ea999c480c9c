import { STATUS_CODES, type RequestListener } from "node:http";
import { isStorageError } from "#app/platform/storage-error.ts";
import { ANSWERS, seeOther, sendPlainAnswer, tooManyRequests, type PlainAnswer } from "./answers.server.ts";
import { readBody, readPostedForm, type Bytes } from "./body.server.ts";
import {
  beginExchange,
  logAccess,
  reportDefect,
  type Exchange,
  type HttpOptions,
} from "./exchange.server.ts";
import { setCommonHeaders } from "./headers.server.ts";
import { keepInput, tooLargeAnswer } from "./keep-input.server.ts";
import { createRequestLimit } from "./limits.server.ts";
import { refuseCrossSite, refuseMalformed, refuseMethodsOfTheApi } from "./refusals.server.ts";
import { isMultipart } from "./multipart.server.ts";
import { BODILESS, runApplication } from "./application.server.ts";

function answerFailure(exchange: Exchange, error: unknown): void {
  const status = (error as { status?: unknown }).status;
  if (typeof status === "number" && status >= 400 && status < 500 && STATUS_CODES[status]) {
    return sendPlainAnswer({ ...ANSWERS.badRequest, status }, exchange);
  }
  reportDefect(exchange, error);
  sendPlainAnswer(isStorageError(error) ? ANSWERS.storageDown : ANSWERS.unexpected, exchange);
}

/** The server in front of React Router: a request meets each part in this order, until one answers. */
export function createHttpApp(http: HttpOptions): RequestListener {
  const { clock, env } = http.deps;
  const secondsToWait = createRequestLimit({ clock, isOn: env.RATE_LIMITS === "on" });
  const application = runApplication(http);

  async function answer(exchange: Exchange): Promise<void> {
    const refuse = (refusal: PlainAnswer) => sendPlainAnswer(refusal, exchange);
    const health = answerHealth(exchange);
    if (health) return health;
    const wait = secondsToWait(exchange.clientAddress);
    const refusal = refuseCrossSite(exchange) ?? refuseMethodsOfTheApi(exchange);
    if (refusal) return refuse(refusal);
    if (isUpload(exchange)) {
      if (Number(exchange.request.headers["content-length"] ?? 0) > http.rules.uploadLimit)
        return refuse(ANSWERS.tooLarge);
      return wait === null ? application(exchange, null) : refuse(tooManyRequests(wait));
    }
    const received = await receive(exchange);
    if (received === null) return;
    if (received.refusal) return refuse(received.refusal);
    if (wait !== null) return refuse(await keepInput(tooManyRequests(wait), exchange, received.body));
    return application(exchange, received.body);
  }

  return (request, response) => {
    const exchange = beginExchange(http, request, response);
    const fail = (error: unknown) => answerFailure(exchange, error);
    setCommonHeaders(exchange);
    logAccess(exchange);
    discardRest(exchange);
    const malformed = refuseMalformed(exchange);
    if (malformed) return sendPlainAnswer(malformed, exchange);
    try {
      http.assets(request, response, (error) => {
        if (error === undefined) answer(exchange).catch(fail);
        else fail(error);
      });
    } catch (error) {
      fail(error);
    }
  };
}

/** True for a form with files, which its action reads while it arrives. */
function isUpload({ http, request, pathname }: Exchange): boolean {
  const isForm = request.method === "POST" && isMultipart(request.headers["content-type"]);
  return isForm && http.rules.isUpload(pathname);
}

/** For so long what is left of a body is read away. */
const LINGER_MS = 750;

/** Reads away what an answer has left of its body, and closes the line of a sender that takes longer: a browser shows
 * an answer once its body is through, or its line is closed (Chromium then shows a 4xx or 5xx, but follows no
 * redirect). */
function discardRest({ request, response }: Exchange): void {
  response.once("finish", () => {
    if (request.complete) return;
    // Who had begun to read the body would pause it.
    request.removeAllListeners("data");
    request.resume();
    const timer = setTimeout(() => request.destroy(), LINGER_MS);
    request.once("close", () => clearTimeout(timer));
  });
}

/** A file of a form is read up to here, so that its own page says that it is too large; no browser follows a redirect
 * before it has sent its body. */
const MAX_FILE_BYTES = 32 * 1024 * 1024;

type Received = { body: Bytes | null; refusal?: PlainAnswer };

/** The posted body, null where there is none, or the answer that refuses it. Null when the client went away. */
async function receive(exchange: Exchange): Promise<Received | null> {
  const { http, request, pathname, isApi } = exchange;
  if (BODILESS.has(request.method!)) return { body: null };
  const limit = http.rules.bodyLimit(pathname);
  const isFile = http.rules.fileTooLarge(pathname) !== null;
  const read = await readBody(request, limit, isFile ? MAX_FILE_BYTES : undefined);
  if (!read) return null;
  const { bytes: body, isTooLarge } = read;
  if (isTooLarge || !body) {
    return { body, refusal: await refuseLength(exchange, body, limit) };
  }
  const form = isApi ? null : await readPostedForm(request.headers["content-type"] ?? "", body);
  if (form === 400) return { body, refusal: ANSWERS.badForm };
  if (form === 413) return { body, refusal: ANSWERS.tooLarge };
  if (form) exchange.scope.form = form;
  return { body };
}

async function refuseLength(exchange: Exchange, body: Bytes | null, limit: number): Promise<PlainAnswer> {
  const file = exchange.http.rules.fileTooLarge(exchange.pathname);
  if (!file) return tooLargeAnswer(exchange, body, limit);
  const { page, message } = file;
  if (exchange.isData) return { ...ANSWERS.tooLarge, message };
  if (exchange.request.complete) return seeOther(page);
  const extraHtml = `<p><a href="${page.split("?", 1)[0]}">Choose another file</a></p>`;
  return { ...ANSWERS.tooLarge, message, extraHtml };
}

/** `/healthz`: the process answers. `/readyz`: it can do its work. Null for other requests. */
function answerHealth(exchange: Exchange): Promise<void> | null {
  const { request, pathname } = exchange;
  const asked = /^\/(healthz|readyz)\/?$/i.exec(pathname)?.[1]?.toLowerCase();
  if (!asked || (request.method !== "GET" && request.method !== "HEAD")) return null;
  return asked === "healthz" ? send(exchange, true, "ok\n") : answerReadiness(exchange);
}

async function answerReadiness(exchange: Exchange): Promise<void> {
  const { lifecycle, deps } = exchange.http;
  const isReady = !lifecycle.isStarting && !lifecycle.isStopping && (await deps.isReady());
  await send(exchange, isReady, isReady ? "ready\n" : "not ready\n");
}

async function send({ response }: Exchange, isWell: boolean, text: string): Promise<void> {
  const headers = { "Cache-Control": "no-store", "Content-Type": "text/plain; charset=utf-8" };
  response.writeHead(isWell ? 200 : 503, { ...headers, "Content-Length": text.length }).end(text);
}
