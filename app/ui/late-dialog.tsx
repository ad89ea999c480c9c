import type { DialogProps } from "./dialog.tsx";
import { optionalPart } from "./optional-part.ts";

function InPlace({ isOpen, children }: DialogProps) {
  return isOpen ? <div className="stack mt-3">{children}</div> : null;
}

/** A dialog that loads when it is first opened; where it cannot be loaded, what is in it stands on the page instead. */
export const LateDialog = optionalPart(async () => (await import("./dialog.tsx")).Dialog, InPlace);
