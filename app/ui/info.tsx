import { Suspense, useRef, useState, type ReactNode } from "react";
import { LateDialog } from "./late-dialog.tsx";
import { useReplaced } from "./use-hydrated.ts";

type InfoProps = {
  about: string;
  children: ReactNode;
};

/** More information: `<details>` without JavaScript, a button with a dialog with it. */
export function Info({ about, children }: InfoProps) {
  const details = useRef<HTMLDetailsElement>(null);
  const isReplaced = useReplaced(details);
  const label = `More information about ${about}`;
  const [state, setState] = useState<"unused" | "open" | "closed">("unused");

  if (!isReplaced) {
    return (
      <details ref={details}>
        <summary aria-label={label}>More information</summary>
        {children}
      </details>
    );
  }
  return (
    <div className="choice-more">
      <button
        type="button"
        className="link-button"
        aria-label={label}
        aria-haspopup="dialog"
        onClick={() => setState("open")}
      >
        More information
      </button>
      {state === "unused" ? null : (
        <Suspense>
          <LateDialog heading={about} isOpen={state === "open"} onClose={() => setState("closed")}>
            {children}
          </LateDialog>
        </Suspense>
      )}
    </div>
  );
}
