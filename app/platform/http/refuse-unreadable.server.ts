import {
  STATUS_CODES,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from "node:http";
import type { Duplex } from "node:stream";
import { ANSWERS } from "./plain-answer.server.ts";

/** How long the client may go on sending after it was refused: a connection closed on one that still sends is reset. */
const LINGER_MS = 1_000;

type Refusal = { status: number; message: string };

const NOT_UNDERSTOOD: Refusal = {
  status: 400,
  message: "We could not understand this request. Please go back and try again.",
};

/** By the code of the error that Node's HTTP parser or its clock reports. */
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

/** A whole answer as it goes over the line: there is no request, so nothing of Node's or of the application writes it. */
function answerText({ status, message }: Refusal): string {
  const body = `${message}\n`;
  return [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    ...Object.entries(plainHeaders(body)).map(([name, value]) => `${name}: ${value}`),
    "",
    body,
  ].join("\r\n");
}

/**
 * True when the request says twice for which host it is: who looks at the first and who looks at the second would not
 * agree (RFC 9112, section 3.2). Node keeps the first.
 */
function hasManyHosts({ rawHeaders }: IncomingMessage): boolean {
  const names = rawHeaders.filter((_, index) => index % 2 === 0);
  return names.filter((name) => name.toLowerCase() === "host").length > 1;
}

/** Hands a request on to `listener`, unless it is ambiguous. */
export function refuseAmbiguous(listener: RequestListener): RequestListener {
  return (request, response) => {
    if (!hasManyHosts(request)) return listener(request, response);
    request.resume();
    const body = `${NOT_UNDERSTOOD.message}\n`;
    response.writeHead(NOT_UNDERSTOOD.status, plainHeaders(body)).end(body);
  };
}

/**
 * Answers what never became a request, or broke off as one, with a sentence where Node sends an empty body. A connection
 * on which an answer has begun, or is still being made for a request that came whole, is cut: its client would take the
 * refusal for that answer.
 */
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
