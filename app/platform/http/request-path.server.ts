import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";

/** Answers the request, or calls `next`: once, with an error if it failed. The same form as in Express, for which Vite,
 * `sirv` and `compression` are written. */
export type Middleware = (
  request: IncomingMessage,
  response: ServerResponse,
  next: (error?: unknown) => void,
) => unknown;

export type FailureHandler = (error: unknown, request: IncomingMessage, response: ServerResponse) => void;

/** Gives each request to one middleware after the other. `fail` gets what one of them throws, rejects with, or passes
 * on. */
export function inOrder(middleware: readonly Middleware[], fail: FailureHandler): RequestListener {
  return (request, response) => {
    const failed = (error: unknown) => fail(error, request, response);
    const run = (position: number): void => {
      const next = (error?: unknown) => (error === undefined ? run(position + 1) : failed(error));
      try {
        const result = middleware[position]!(request, response, next);
        if (result instanceof Promise) result.catch(failed);
      } catch (error) {
        failed(error);
      }
    };
    run(0);
  };
}
