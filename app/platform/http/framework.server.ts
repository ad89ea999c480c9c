import type { IncomingMessage, ServerResponse } from "node:http";
import { readPostedForm } from "./posted-form.server.ts";

/** The bridge to React Router. `@react-router/express` takes the address from the Host header, reads the body from the
 * socket, and answers before we could send a 503 (docs/decisions/0001). */

/** Headers of one hop, which a `Request` may not carry, and Origin, which was checked before. */
const DROPPED = new Set(["connection", "keep-alive", "transfer-encoding", "upgrade", "expect", "origin"]);

function headersOf(request: IncomingMessage): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    if (value === undefined || name.startsWith(":") || DROPPED.has(name)) continue;
    for (const one of Array.isArray(value) ? value : [value]) headers.append(name, one);
  }
  return headers;
}

type Asked = {
  target: string;
  appOrigin: string;
  body: Buffer | null;
  signal: () => AbortSignal;
};

/** A `Request` that makes its parts when they are asked for: 7 µs instead of 47, twelve times for a booking. */
class FrameworkRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Headers;
  readonly #asked: Asked;
  #signal?: AbortSignal;
  #whole?: Request;

  constructor(method: string, headers: Headers, asked: Asked) {
    this.method = method;
    this.url = new URL(asked.appOrigin + asked.target).href;
    this.headers = headers;
    this.#asked = asked;
  }

  get signal(): AbortSignal {
    return (this.#signal ??= this.#asked.signal());
  }

  get whole(): Request {
    const { method, headers, signal } = this;
    const { body } = this.#asked;
    return (this.#whole ??= new Request(this.url, {
      method,
      headers,
      signal,
      body: body && new Uint8Array(body),
    }));
  }

  clone(): FrameworkRequest {
    return new FrameworkRequest(this.method, new Headers(this.headers), this.#asked);
  }

  /** Answers a malformed form, or one with too many fields, with 400 or 413. */
  async formData(): Promise<FormData> {
    return readPostedForm(this.headers.get("Content-Type") ?? "", this.#asked.body ?? Buffer.alloc(0));
  }
}

const OWN = new Set(["constructor", "method", "url", "headers", "signal", "clone", "formData"]);
for (const [name, { get, value }] of Object.entries(Object.getOwnPropertyDescriptors(Request.prototype))) {
  if (OWN.has(name)) continue;
  const method = value as (...given: unknown[]) => unknown;
  Object.defineProperty(FrameworkRequest.prototype, name, {
    get(this: FrameworkRequest): unknown {
      return get ? get.call(this.whole) : method.bind(this.whole);
    },
  });
}
Object.setPrototypeOf(FrameworkRequest.prototype, Request.prototype);

/** The request for loaders and actions. Only `APP_ORIGIN` decides protocol and host. */
export function toFrameworkRequest(request: IncomingMessage, asked: Asked): Request {
  return new FrameworkRequest(request.method!, headersOf(request), asked) as unknown as Request;
}

/** React Router's own function does not wait for a slow reader: a whole export would lie in memory. One listener for all
 * chunks, because `compression` does not take listeners off again. */
async function writeBody(body: NonNullable<Response["body"]>, response: ServerResponse): Promise<void> {
  let goOn = () => {};
  response.on("drain", () => goOn());
  response.once("close", () => goOn());
  for await (const chunk of body) {
    if (response.destroyed) return;
    if (!response.write(chunk)) await new Promise<void>((resolve) => (goOn = resolve));
  }
  response.end();
}

/** The answer's headers win over ours; a 302 after a form becomes a 303. `document` is the body where it has none. */
export async function sendFrameworkResponse(
  response: ServerResponse,
  answer: Response,
  { document, isSecure }: { document: string | Buffer | undefined; isSecure: boolean },
): Promise<void> {
  if (response.destroyed || response.writableEnded) {
    await answer.body?.cancel();
    return;
  }
  const isAfterPost = response.req.method !== "GET" && response.req.method !== "HEAD";
  response.statusCode = answer.status === 302 && isAfterPost ? 303 : answer.status;
  for (const [name, value] of answer.headers) {
    if (name === "set-cookie") {
      response.appendHeader(name, isSecure && !/; *secure\b/i.test(value) ? `${value}; Secure` : value);
    } else if (name === "vary") response.appendHeader(name, value);
    else response.setHeader(name, value);
  }
  if (!answer.body) {
    const bytes = typeof document === "string" ? Buffer.from(document) : document;
    // Without a length the page would go out in three chunks.
    if (bytes) response.setHeader("Content-Length", bytes.length);
    return void response.end(bytes);
  }
  try {
    await writeBody(answer.body, response);
  } catch (error) {
    if (!response.destroyed) throw error;
  }
}
