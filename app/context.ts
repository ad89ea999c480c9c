import { createContext } from "react-router";
import type { Deps } from "./deps.server.ts";

export type RequestScope = {
  deps: Deps;
  /** Shown on error pages and written in the log and the audit log. */
  requestId: string;
  nonce: string;
  /** After `TRUSTED_PROXIES` hops; stored only as a hash, for rate limits. */
  clientAddress: string;
  failure?: unknown;
  /** The rendered page, in place of the answer's body; bytes where it was put together from a shared one. */
  document?: string | Buffer;
};

export const requestScope = createContext<RequestScope>();
