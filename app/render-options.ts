import { createContext } from "react";

/**
 * What the server decides for one document: the CSP nonce, and whether the page may load scripts at all
 * (not when the request says `Save-Data: on`). The browser never reads it: it has scripts, by definition.
 */
export const RenderOptions = createContext<{ nonce: string | undefined; hasScripts: boolean }>({
  nonce: undefined,
  hasScripts: true,
});
