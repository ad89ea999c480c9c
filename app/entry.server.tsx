import { Writable } from "node:stream";
import type { ReactNode } from "react";
import { renderToPipeableStream } from "react-dom/server";
import {
  ServerRouter,
  type EntryContext,
  type HandleErrorFunction,
  type RouterContextProvider,
} from "react-router";
import { requestScope } from "./context.ts";
import { RenderOptions } from "./render-options.ts";

/** The bytes of a document when all of it is rendered, as React's documentation advises for crawlers. A stream that is
 * read until its end would copy them twice more: 6 % of a booking's processor time. Throws what broke
 * the page's frame. */
function renderWhole(document: ReactNode, onError: (error: unknown) => void): Promise<Buffer<ArrayBuffer>> {
  return new Promise((resolve, reject) => {
    const pieces: Buffer[] = [];
    const page = new Writable({
      write(piece: Buffer, _encoding, done) {
        pieces.push(piece);
        done();
      },
      final(done) {
        resolve(Buffer.concat(pieces));
        done();
      },
    });
    const { pipe } = renderToPipeableStream(document, {
      onAllReady: () => pipe(page),
      onShellError: reject,
      onError,
    });
  });
}

/** Renders whole documents: no loader returns a promise. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  loadContext: RouterContextProvider,
): Promise<Response> {
  const scope = loadContext.get(requestScope);
  const { nonce } = scope;
  const [reply] = Object.values(routerContext.staticHandlerContext.actionData ?? {}) as unknown[];
  // A form that was sent to learn its messages needs no page around them.
  if (reply && request.headers.get("Accept") === "application/json") {
    return Response.json(reply, { status, headers });
  }
  headers.set("Content-Type", "text/html; charset=utf-8");
  if (request.method === "HEAD") return new Response(null, { status, headers });

  const hasScripts = request.headers.get("Save-Data")?.toLowerCase() !== "on";
  const page = await renderWhole(
    <RenderOptions.Provider value={{ nonce, hasScripts }}>
      <ServerRouter context={routerContext} url={request.url} nonce={nonce} />
    </RenderOptions.Provider>,
    (error) => void (scope.failure ??= error),
  );
  headers.set("Content-Length", String(page.length));
  return new Response(page, { status, headers });
}

/** Kept for the server, which logs it with a 500, or answers 503 when the disk failed. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (!request.signal.aborted) context.get(requestScope).failure ??= error;
};
