import { createContext } from "react";

/** For one document: the CSP nonce, and whether the page may load scripts (not with `Save-Data: on`). Not used in the
 * browser. */
export const RenderOptions = createContext<{ nonce: string | undefined; hasScripts: boolean }>({
  nonce: undefined,
  hasScripts: true,
});
