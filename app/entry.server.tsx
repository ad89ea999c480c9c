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
import { deferClientRuntime } from "./platform/http/defer-client-runtime.server.ts";
import { RenderOptions } from "./render-options.ts";

const RENDER_TIMEOUT_MS = 10_000;

/** Renders a document whole (nothing here streams) and puts the client runtime off until the page is usable. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  loadContext: RouterContextProvider,
): Promise<Response> {
  const { nonce } = loadContext.get(requestScope);
  headers.set("Content-Type", "text/html; charset=utf-8");
  if (request.method === "HEAD") return new Response(null, { status, headers });

  const hasScripts = request.headers.get("Save-Data")?.toLowerCase() !== "on";
  const html = await renderWhole(
    <RenderOptions.Provider value={{ nonce, hasScripts }}>
      <ServerRouter context={routerContext} url={request.url} nonce={nonce} />
    </RenderOptions.Provider>,
  );
  return new Response(hasScripts ? deferClientRuntime(html, nonce) : html, { status, headers });
}

function renderWhole(element: ReactNode): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const sink = new Writable({
      write(chunk: Buffer, _encoding, done) {
        chunks.push(chunk);
        done();
      },
      final(done) {
        resolve(Buffer.concat(chunks).toString("utf8"));
        done();
      },
    });
    const { pipe, abort } = renderToPipeableStream(element, {
      onAllReady: () => {
        clearTimeout(timeout);
        pipe(sink);
      },
      onShellError: reject,
    });
    const timeout = setTimeout(() => abort(new Error("rendering took too long")), RENDER_TIMEOUT_MS);
  });
}

/** Kept for the server, which logs it when the answer is a 500 and makes a 503 of it when the disk was at fault. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (!request.signal.aborted) context.get(requestScope).failure ??= error;
};
