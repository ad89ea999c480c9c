import { useEffect, useRef, useState, type ReactNode } from "react";
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

/** `<details>` without JavaScript, a button with a dialog with it. Details that are open already stay, with what was
 * typed in them. */
export function More(props: MoreProps) {
  const { text, heading, label, className, buttonClass, isOpenAtFirst = false, children } = props;
  const details = useRef<HTMLDetailsElement>(null);
  const [isReplaced, setIsReplaced] = useState(isHydrated);
  useEffect(() => onHydrated(() => setIsReplaced((isSo) => isSo || !details.current?.open)), []);
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
