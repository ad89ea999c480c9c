import { text } from "node:stream/consumers";
import { renderToString } from "react-dom/server";
import {
  ServerRouter,
  type EntryContext,
  type HandleErrorFunction,
  type RouterContextProvider,
} from "react-router";
import { requestScope } from "./context.ts";
import { dataScripts, deferClientRuntime } from "./platform/http/defer-client-runtime.server.ts";
import { RenderOptions } from "./render-options.ts";

/** Renders whole documents: the streaming renderer took twice as long. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  loadContext: RouterContextProvider,
): Promise<Response> {
  const { nonce } = loadContext.get(requestScope);
  const [reply] = Object.values(routerContext.staticHandlerContext.actionData ?? {}) as unknown[];
  // A form that was sent to learn its messages needs no page around them.
  if (reply && request.headers.get("Accept") === "application/json") {
    return Response.json(reply, { status, headers });
  }
  headers.set("Content-Type", "text/html; charset=utf-8");
  const { serverHandoffStream, ...context } = routerContext;
  // Complete from the start: no loader returns a promise.
  const data = serverHandoffStream ? await text(serverHandoffStream) : "";
  if (request.method === "HEAD") return new Response(null, { status, headers });

  const hasScripts = request.headers.get("Save-Data")?.toLowerCase() !== "on";
  const html = `<!DOCTYPE html>${renderToString(
    <RenderOptions.Provider value={{ nonce, hasScripts }}>
      <ServerRouter context={context} url={request.url} nonce={nonce} />
    </RenderOptions.Provider>,
  )}`;
  const page = hasScripts ? deferClientRuntime(html, nonce, dataScripts(data, nonce)) : html;
  headers.set("Content-Length", String(Buffer.byteLength(page)));
  return new Response(page, { status, headers });
}

/** Kept for the server, which logs it with a 500, or answers 503 when the disk failed. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (!request.signal.aborted) context.get(requestScope).failure ??= error;
};
