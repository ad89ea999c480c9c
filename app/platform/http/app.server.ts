import { STATUS_CODES, type RequestListener } from "node:http";
import { isStorageError } from "#app/platform/storage-error.ts";
import { ANSWERS, sendPlainAnswer, tooManyRequests, type PlainAnswer } from "./answers.server.ts";
import {
  readBody,
  readFileForm,
  readPostedForm,
  readStart,
  withoutUnseenFields,
  type Bytes,
} from "./body.server.ts";
import {
  beginExchange,
  logAccess,
  reportDefect,
  type Exchange,
  type HttpOptions,
} from "./exchange.server.ts";
import { FIELDS_BYTES, formLimits, LONG_FORM, SHORT_FORM } from "./form-limit.server.ts";
import { setCommonHeaders } from "./headers.server.ts";
import { keepInput, tooLargeAnswer } from "./keep-input.server.ts";
import { createRequestLimit } from "./limits.server.ts";
import { addressMeant, refuseCrossSite, refuseMalformed, refuseMethodsOfTheApi } from "./refusals.server.ts";
import { isMultipart } from "./multipart.server.ts";
import { BODILESS, runApplication } from "./application.server.ts";

function answerFailure(exchange: Exchange, error: unknown): void {
  const status = (error as { status?: unknown }).status;
  if (typeof status === "number" && status >= 400 && status < 500 && STATUS_CODES[status])
    return sendPlainAnswer({ ...ANSWERS.badRequest, status }, exchange);
  reportDefect(exchange, error);
  sendPlainAnswer(isStorageError(error) ? ANSWERS.storageDown : ANSWERS.unexpected, exchange);
}

/** The server in front of React Router: a request meets each part in this order, until one answers. */
export function createHttpApp(http: HttpOptions): RequestListener {
  const { clock, env } = http.deps;
  const secondsToWait = createRequestLimit({ clock, isOn: env.RATE_LIMITS === "on" });
  const application = runApplication(http);
  const limitOf = formLimits(http.build);

  async function answer(exchange: Exchange): Promise<void> {
    const refuse = (refusal: PlainAnswer) => sendPlainAnswer(refusal, exchange);
    const health = answerHealth(exchange);
    if (health) return health;
    const meant = exchange.isApi ? null : addressMeant(exchange);
    if (meant !== null) {
      exchange.response.writeHead(302, { Location: meant, "Cache-Control": "no-store" }).end();
      return;
    }
    const wait = secondsToWait(exchange.clientAddress);
    const refusal = refuseCrossSite(exchange) ?? refuseMethodsOfTheApi(exchange);
    if (refusal) return refuse(refusal);
    const limit = BODILESS.has(exchange.request.method!) ? SHORT_FORM : await limitOf(exchange.pathname);
    const hasFiles = isMultipart(exchange.request.headers["content-type"]);
    if (limit === "streamed" && hasFiles)
      return wait === null ? application(exchange, null) : refuse(tooManyRequests(wait));
    const received =
      typeof limit === "object" && "fileBytes" in limit && hasFiles
        ? await receiveFile(exchange, limit.fileBytes)
        : await receive(exchange, (typeof limit === "object" && "bytes" in limit ? limit : LONG_FORM).bytes);
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

type Received = { body: Bytes | null; refusal?: PlainAnswer };

/** The posted body, null where there is none, or the answer that refuses it. Null when the client went away. */
async function receive(exchange: Exchange, limit: number): Promise<Received | null> {
  const { request, isApi } = exchange;
  if (BODILESS.has(request.method!)) return { body: null };
  const read = await readBody(request, limit);
  if (!read) return null;
  const { bytes: body, isTooLarge } = read;
  if (isTooLarge || !body) return { body, refusal: await tooLargeAnswer(exchange, body, limit) };
  const form = isApi ? null : await readPostedForm(request.headers["content-type"] ?? "", body);
  if (form === 400) return { body, refusal: ANSWERS.badForm };
  if (form === 413) return { body, refusal: ANSWERS.tooLarge };
  if (!form) return { body };
  const clean = await withoutUnseenFields(form, body);
  exchange.scope.form = clean.form;
  // The action reads the body itself.
  if (clean.contentType) request.headers["content-type"] = clean.contentType;
  request.headers["content-length"] &&= String(clean.body.length);
  return { body: clean.body };
}

/** A body with a file is read away up to here, so that its page can say that the file is too large: most browsers show
 * no answer before they have sent their form. */
const MAX_READ_AWAY = 32 * 1024 * 1024;

/** A form with a file that its action gets in memory. Of a larger one only the first bytes are kept. */
async function receiveFile(exchange: Exchange, fileBytes: number): Promise<Received | null> {
  const { request, scope } = exchange;
  const start = await readStart(request, fileBytes + FIELDS_BYTES, MAX_READ_AWAY);
  if (!start) return null;
  const form = await readFileForm(request.headers["content-type"] ?? "", start, fileBytes);
  if (typeof form === "number")
    return { body: null, refusal: form === 400 ? ANSWERS.badForm : ANSWERS.tooLarge };
  scope.form = (await withoutUnseenFields(form, start.bytes)).form;
  return { body: Buffer.alloc(0) };
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
