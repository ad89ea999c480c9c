import { useRef, useState, useSyncExternalStore, type ReactNode, type RefObject } from "react";
import { Dialog } from "./dialog.tsx";
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
        <Dialog heading={heading} isOpen={state === "open"} onClose={() => setState("closed")}>
          {children}
        </Dialog>
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
