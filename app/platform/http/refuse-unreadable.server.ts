import {
  STATUS_CODES,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from "node:http";
import type { Duplex } from "node:stream";
import { ANSWERS } from "./plain-answer.server.ts";

const LINGER_MS = 1_000;

type Refusal = { status: number; message: string };

const NOT_UNDERSTOOD: Refusal = {
  status: 400,
  message: "We could not understand this request. Please go back and try again.",
};

const REFUSALS: Record<string, Refusal> = {
  HPE_HEADER_OVERFLOW: {
    status: 431,
    message:
      "The address, or what your browser sent with it, is longer than we can accept. " +
      "Please delete the cookies of this site and open the page again.",
  },
  HPE_CHUNK_EXTENSIONS_OVERFLOW: ANSWERS.tooLarge,
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: 408,
    message: "Your request took too long to reach us. Please check your connection and try again.",
  },
};

function plainHeaders(body: string) {
  return {
    "Content-Type": "text/plain; charset=utf-8",
    "Content-Length": Buffer.byteLength(body),
    "Cache-Control": "private, no-store",
    "X-Content-Type-Options": "nosniff",
    Connection: "close",
  };
}

function answerText({ status, message }: Refusal): string {
  const body = `${message}\n`;
  return [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    ...Object.entries(plainHeaders(body)).map(([name, value]) => `${name}: ${value}`),
    "",
    body,
  ].join("\r\n");
}

/** True for several Host headers, which proxies and servers may read differently (RFC 9112, section 3.2). */
function hasManyHosts({ headersDistinct }: IncomingMessage): boolean {
  return (headersDistinct.host?.length ?? 0) > 1;
}

export function refuseAmbiguous(listener: RequestListener): RequestListener {
  return (request, response) => {
    if (!hasManyHosts(request)) return listener(request, response);
    request.resume();
    const body = `${NOT_UNDERSTOOD.message}\n`;
    response.writeHead(NOT_UNDERSTOOD.status, plainHeaders(body)).end(body);
  };
}

/** Answers what never became a request. A connection with another answer begun or pending is cut: its client would take
 * the refusal for that answer. */
export function refuseUnreadable(server: Server): void {
  const open = new WeakMap<Duplex, Set<ServerResponse>>();
  server.on("request", (request, response) => {
    const answers = open.get(request.socket) ?? new Set();
    open.set(request.socket, answers.add(response));
    response.once("close", () => answers.delete(response));
  });
  server.on("clientError", (error: NodeJS.ErrnoException, socket) => {
    if (socket.writableEnded) return;
    const answers = [...(open.get(socket) ?? [])];
    const isTaken = answers.some((response) => response.headersSent || response.req.complete);
    if (isTaken || !socket.writable) return void socket.destroy();
    socket.end(answerText(REFUSALS[error.code ?? ""] ?? NOT_UNDERSTOOD));
    const timer = setTimeout(() => socket.destroy(), LINGER_MS);
    socket.once("close", () => clearTimeout(timer));
  });
}
