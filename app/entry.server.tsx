import { renderToString } from "react-dom/server";
import {
  ServerRouter,
  type EntryContext,
  type HandleErrorFunction,
  type RouterContextProvider,
} from "react-router";
import { requestScope } from "./context.ts";
import { deferClientRuntime } from "./platform/http/defer-client-runtime.server.ts";
import { dataScripts, readData } from "./platform/http/page-data.server.ts";
import { RenderOptions } from "./render-options.ts";

/**
 * Renders a document whole, at once: nothing here streams or waits. React's and the router's streaming renderer took
 * twice as long for the same page. The client runtime is put off until the page is usable.
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  loadContext: RouterContextProvider,
): Promise<Response> {
  const scope = loadContext.get(requestScope);
  const { nonce } = scope;
  headers.set("Content-Type", "text/html; charset=utf-8");
  const { serverHandoffStream, ...context } = withMatchedRoutes(routerContext);
  const data = serverHandoffStream ? await readData(serverHandoffStream) : "";
  if (request.method === "HEAD") return new Response(null, { status, headers });

  const hasScripts = request.headers.get("Save-Data")?.toLowerCase() !== "on";
  const html = `<!DOCTYPE html>${renderToString(
    <RenderOptions.Provider value={{ nonce, hasScripts }}>
      <ServerRouter context={context} url={request.url} nonce={nonce} />
    </RenderOptions.Provider>,
  )}`;
  scope.document = hasScripts ? deferClientRuntime(html, nonce, dataScripts(data, nonce)) : html;
  return new Response(null, { status, headers });
}

/**
 * The router makes its tree of the manifest's routes anew for each page. A page needs those that it shows, not all 105:
 * that took a fifth of the rendering.
 */
function withMatchedRoutes(context: EntryContext): EntryContext {
  const { manifest, staticHandlerContext } = context;
  const matched = staticHandlerContext.matches.map(({ route }) => [route.id, manifest.routes[route.id]]);
  return {
    ...context,
    manifest: { ...manifest, routes: Object.fromEntries(matched) as typeof manifest.routes },
  };
}

/** Kept for the server, which logs it when the answer is a 500 and makes a 503 of it when the disk was at fault. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (!request.signal.aborted) context.get(requestScope).failure ??= error;
};
