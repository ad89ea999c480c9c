import { Suspense, useState, type ReactNode } from "react";
import { optionalPart } from "./optional-part.ts";
import { useHydrated } from "./use-hydrated.ts";

const Dialog = optionalPart(async () => (await import("./dialog.tsx")).Dialog);

type InfoProps = {
  /** What there is more about: the dialog's heading. */
  about: string;
  children: ReactNode;
};

/** More about something: an unfolding `<details>` without JavaScript, a button with a dialog once there is. */
export function Info({ about, children }: InfoProps) {
  const isHydrated = useHydrated();
  const label = `More information about ${about}`;
  const [state, setState] = useState<"unused" | "open" | "closed">("unused");

  if (!isHydrated) {
    return (
      <details>
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
          <Dialog heading={about} isOpen={state === "open"} onClose={() => setState("closed")}>
            {children}
          </Dialog>
        </Suspense>
      )}
    </div>
  );
}
