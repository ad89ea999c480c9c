import { buffer } from "node:stream/consumers";
import { prerenderToNodeStream } from "react-dom/static";
import {
  ServerRouter,
  type EntryContext,
  type HandleErrorFunction,
  type RouterContextProvider,
} from "react-router";
import { requestScope } from "./context.ts";
import { RenderOptions } from "./render-options.ts";

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
  const { prelude } = await prerenderToNodeStream(
    <RenderOptions.Provider value={{ nonce, hasScripts }}>
      <ServerRouter context={routerContext} url={request.url} nonce={nonce} />
    </RenderOptions.Provider>,
    { onError: (error) => void (scope.failure ??= error) },
  );
  const page = await buffer(prelude);
  headers.set("Content-Length", String(page.length));
  return new Response(page, { status, headers });
}

/** Kept for the server, which logs it with a 500, or answers 503 when the disk failed. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (!request.signal.aborted) context.get(requestScope).failure ??= error;
};
