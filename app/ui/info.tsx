import { Suspense, useState, type ReactNode } from "react";
import { optionalPart } from "./optional-part.ts";
import { useHydrated } from "./use-hydrated.ts";

const Dialog = optionalPart(async () => (await import("./dialog.tsx")).Dialog);

type InfoProps = {
  /** The accessible name of the control, for example "About Capacity to Make a Will". */
  label: string;
  /** What is shown on it. */
  text: ReactNode;
  heading: ReactNode;
  children: ReactNode;
};

/** More about something: an unfolding `<details>` without JavaScript, a button with a dialog once there is. */
export function Info({ label, text, heading, children }: InfoProps) {
  const isHydrated = useHydrated();
  const [state, setState] = useState<"unused" | "open" | "closed">("unused");

  if (!isHydrated) {
    return (
      <details>
        <summary aria-label={label}>{text}</summary>
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
        {text}
      </button>
      {state === "unused" ? null : (
        <Suspense>
          <Dialog heading={heading} isOpen={state === "open"} onClose={() => setState("closed")}>
            {children}
          </Dialog>
        </Suspense>
      )}
    </div>
  );
}
