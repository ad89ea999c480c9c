import { STATUS_CODES, type RequestListener } from "node:http";
import { constants } from "node:zlib";
import compression from "compression";
import { isStorageError } from "#app/platform/storage-error.ts";
import {
  beginExchange,
  logAccess,
  reportDefect,
  type Exchange,
  type HttpOptions,
  type Middleware,
} from "./exchange.server.ts";
import { STORAGE_DOWN } from "./keep-input.server.ts";
import { ANSWERS, sendPlainAnswer, tooManyRequests, type PlainAnswer } from "./plain-answer.server.ts";
import {
  refuseCrossSite,
  refuseMethodsOfTheApi,
  refuseMalformed,
  createRequestLimit,
} from "./refusals.server.ts";
import { runApplication } from "./run-application.server.ts";
import { setCommonHeaders } from "./security-headers.server.ts";

/** For pages: 5 takes two thirds more time to save 7 % of the bytes. */
const BROTLI_QUALITY = 4;

function answerFailure(exchange: Exchange, error: unknown): void {
  const status = (error as { status?: unknown }).status;
  if (typeof status === "number" && status >= 400 && status < 500 && STATUS_CODES[status]) {
    return sendPlainAnswer({ ...ANSWERS.badRequest, status }, exchange);
  }
  reportDefect(exchange, error);
  sendPlainAnswer(isStorageError(error) ? STORAGE_DOWN : ANSWERS.unexpected, exchange);
}

/** The server in front of React Router: a request meets each part in this order, until one answers. */
export function createHttpApp(http: HttpOptions): RequestListener {
  const { clock, env } = http.deps;
  const secondsToWait = createRequestLimit({ clock, isOn: env.RATE_LIMITS === "on" });
  const compress = compression({ brotli: { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } } });
  const application = runApplication(http);

  return (request, response) => {
    const exchange = beginExchange(http, request, response);
    const refuse = (answer: PlainAnswer) => sendPlainAnswer(answer, exchange);
    const fail = (error: unknown) => answerFailure(exchange, error);
    const attempt = async (work: () => unknown) => {
      try {
        await work();
      } catch (error) {
        fail(error);
      }
    };
    const past = (middleware: Middleware, goOn: () => unknown) =>
      middleware(request, response, (error) => (error === undefined ? attempt(goOn) : fail(error)));

    setCommonHeaders(exchange);
    logAccess(exchange);
    void attempt(() => {
      const malformed = refuseMalformed(exchange);
      if (malformed) return refuse(malformed);
      return past(http.assets, () => {
        const health = answerHealth(exchange);
        if (health) return health;
        const wait = secondsToWait(exchange.clientAddress);
        if (wait !== null) return refuse(tooManyRequests(wait));
        const refusal = refuseCrossSite(exchange) ?? refuseMethodsOfTheApi(exchange);
        if (refusal) return refuse(refusal);
        return past(compress as unknown as Middleware, () => application(exchange));
      });
    });
  };
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
