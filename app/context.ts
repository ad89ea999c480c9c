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
  /** Set by `reportRequestError` when the database could not be read or written: the answer becomes a 503. */
  isStorageDown?: boolean;
};

/** In a loader or action: `const { deps } = context.get(requestScope)`. */
export const requestScope = createContext<RequestScope>();
