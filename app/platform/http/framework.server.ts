import type { IncomingMessage, ServerResponse } from "node:http";
import { writeReadableStreamToWritable } from "@react-router/node";

/**
 * The bridge to React Router. `@react-router/express` is not used: it takes the address from the Host header and the
 * body from the socket, and sends its answer before we could make a 503 of it (docs/decisions/0001).
 */

/** Headers of one hop, which a `Request` may not carry, and Origin: our own check compared it already. */
const DROPPED = new Set(["connection", "keep-alive", "transfer-encoding", "upgrade", "expect", "origin"]);

function headersOf(request: IncomingMessage): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    if (value === undefined || name.startsWith(":") || DROPPED.has(name)) continue;
    for (const one of Array.isArray(value) ? value : [value]) headers.append(name, one);
  }
  return headers;
}

/** A body that is no form, or a broken one, is the sender's mistake: 400 with a page, not a defect of ours. */
function refuseUnreadableForm(request: Request): Request {
  const readForm = request.formData.bind(request);
  request.formData = () => readForm().catch(() => Promise.reject(new Response(null, { status: 400 })));
  return request;
}

/**
 * The request as loaders and actions see it. `APP_ORIGIN` alone gives protocol and host; the body was read before.
 * `signal` aborts when the client goes away.
 */
export function toFrameworkRequest(
  request: IncomingMessage,
  options: { target: string; appOrigin: string; body: Buffer | null; signal: AbortSignal },
): Request {
  return refuseUnreadableForm(
    new Request(options.appOrigin + options.target, {
      method: request.method,
      headers: headersOf(request),
      signal: options.signal,
      body: options.body === null ? undefined : new Uint8Array(options.body),
    }),
  );
}

/**
 * Writes the framework's answer out. Headers of ours stay where the framework names none, and a redirect after a POST is
 * a 303, whatever `redirect()` says by itself: go and GET.
 */
export async function sendFrameworkResponse(response: ServerResponse, answer: Response): Promise<void> {
  if (response.destroyed || response.writableEnded) {
    await answer.body?.cancel();
    return;
  }
  const isAfterPost = response.req.method !== "GET" && response.req.method !== "HEAD";
  response.statusCode = answer.status === 302 && isAfterPost ? 303 : answer.status;
  for (const [name, value] of answer.headers) {
    if (name === "set-cookie" || name === "vary") response.appendHeader(name, value);
    else response.setHeader(name, value);
  }
  if (!answer.body) return void response.end();
  try {
    await writeReadableStreamToWritable(answer.body, response);
  } catch (error) {
    if (!response.destroyed) throw error;
  }
}
