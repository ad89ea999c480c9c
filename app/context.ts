import { createContext } from "react-router";
import type { Deps } from "./deps.server.ts";

/** What a loader or action gets from the server for one request. */
export type RequestScope = {
  deps: Deps;
  /** Shown on error pages and written in the log and the audit log. */
  requestId: string;
  /** Content-Security-Policy nonce of this response. */
  nonce: string;
  /** The visitor's address after `TRUSTED_PROXIES` hops; only ever used hashed, for rate limits. */
  clientAddress: string;
  /** What a loader, an action or the rendering threw, if anything did. */
  failure?: unknown;
  /** The rendered page, which stands for the answer's body. */
  document?: string;
};

/** In a loader or action: `const { deps } = context.get(requestScope)`. */
export const requestScope = createContext<RequestScope>();
