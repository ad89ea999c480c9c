import { useState } from "react";

const TICK_MS = 2_000;

/** Copies text to the clipboard. `isCopied` is true for two seconds afterwards; `onFailure` runs if
 * the browser refuses. */
export function useCopy(onFailure: () => void) {
  const [isCopied, setIsCopied] = useState(false);
  async function copy(text: string) {
    try {
      await navigator.clipboard.writeText(text);
      setIsCopied(true);
      setTimeout(() => setIsCopied(false), TICK_MS);
    } catch {
      onFailure();
    }
  }
  return { isCopied, copy };
}
