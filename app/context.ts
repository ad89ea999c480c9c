import { createContext, type MiddlewareFunction } from "react-router";
import type { Deps } from "./deps.server.ts";

export type RequestScope = {
  deps: Deps;
  /** Shown on error pages and written in the log and the audit log. */
  requestId: string;
  nonce: string;
  /** After `TRUSTED_PROXIES` hops; stored only as a hash, for rate limits. */
  clientAddress: string;
  /** A copy of the posted form, which was read before its action; none for streamed uploads and the API.
   * Only to be looked at, except by an action with one file in memory. */
  form?: FormData;
  failure?: unknown;
  /** The pattern of the route that answers, as `/booking/:bookingId`, for the log: addresses contain secrets. */
  pattern?: string;
};

export const requestScope = createContext<RequestScope>();

/** The root's middleware: tells the log which route answers. */
export const notePattern: MiddlewareFunction<Response> = ({ context, pattern }) => {
  context.get(requestScope).pattern = pattern;
};
