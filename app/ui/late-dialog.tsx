import type { DialogProps } from "./dialog.tsx";
import { optionalPart } from "./optional-part.ts";

function InPlace({ isOpen, children }: DialogProps) {
  return isOpen ? <div className="stack mt-3">{children}</div> : null;
}

/** A dialog that loads when first opened; if that fails, its content appears on the page. */
export const LateDialog = optionalPart(async () => (await import("./dialog.tsx")).Dialog, InPlace);
