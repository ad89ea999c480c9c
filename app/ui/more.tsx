import { useRef, useState, useSyncExternalStore, type ReactNode, type RefObject } from "react";
import type { DialogProps } from "./dialog.tsx";
import { optionalPart } from "./optional-part.tsx";
import { isHydrated, onHydrated } from "./use-hydrated.ts";

type MoreProps = {
  text: string;
  heading: string;
  label?: string;
  className?: string;
  buttonClass: string;
  isOpenAtFirst?: boolean;
  children: ReactNode;
};

function InPlace({ isOpen, children }: DialogProps) {
  return isOpen ? <div className="stack mt-3">{children}</div> : null;
}

/** Loads when first opened; if that fails, its content appears on the page. */
const LateDialog = optionalPart(async () => (await import("./dialog.tsx")).Dialog, InPlace);

/** True once a button replaces the `<details>`. One that is already open stays, with what was typed in it. */
function useReplaced(details: RefObject<HTMLDetailsElement | null>): boolean {
  const isReplaced = useRef<boolean>(null);
  return useSyncExternalStore(
    onHydrated,
    () => isHydrated() && (isReplaced.current ??= !details.current?.open),
    () => false,
  );
}

/** `<details>` without JavaScript, a button with a dialog with it. */
export function More(props: MoreProps) {
  const { text, heading, label, className, buttonClass, isOpenAtFirst = false, children } = props;
  const details = useRef<HTMLDetailsElement>(null);
  const isReplaced = useReplaced(details);
  const [state, setState] = useState<"unused" | "open" | "closed">(isOpenAtFirst ? "open" : "unused");
  if (!isReplaced) {
    return (
      <details ref={details} className={className} open={isOpenAtFirst}>
        <summary aria-label={label}>{text}</summary>
        {children}
      </details>
    );
  }
  return (
    <div className={className}>
      <button
        type="button"
        className={buttonClass}
        aria-label={label}
        aria-haspopup="dialog"
        onClick={() => setState("open")}
      >
        {text}
      </button>
      {state === "unused" ? null : (
        <LateDialog heading={heading} isOpen={state === "open"} onClose={() => setState("closed")}>
          {children}
        </LateDialog>
      )}
    </div>
  );
}

export function Info({ about, children }: { about: string; children: ReactNode }) {
  const label = `More information about ${about}`;
  return (
    <More
      text="More information"
      label={label}
      heading={about}
      className="choice-more"
      buttonClass="link-button"
    >
      {children}
    </More>
  );
}
