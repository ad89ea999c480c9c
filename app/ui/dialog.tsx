import { useEffect, useId, useRef, type ReactNode } from "react";

export type DialogProps = {
  heading: ReactNode;
  isOpen: boolean;
  /** Called for Escape, a click on the backdrop and the Close button. */
  onClose: () => void;
  closeLabel?: string;
  children: ReactNode;
};

/** A native modal dialog: it keeps the focus, closes on Escape and gives the focus back. Only for pages with JavaScript. */
export function Dialog({ heading, isOpen, onClose, closeLabel = "Close", children }: DialogProps) {
  const element = useRef<HTMLDialogElement>(null);
  const isPressedOutside = useRef(false);
  const headingId = useId();

  useEffect(() => {
    if (isOpen && !element.current?.open) element.current?.showModal();
    if (!isOpen && element.current?.open) element.current.close();
  }, [isOpen]);

  return (
    <dialog
      ref={element}
      className="dialog"
      aria-labelledby={headingId}
      onClose={onClose}
      onPointerDown={(event) => {
        isPressedOutside.current = event.target === event.currentTarget;
      }}
      onClick={(event) => {
        // Not the second half of the double click that opened it, nor the end of marking text with the mouse.
        const isOutside = isPressedOutside.current && event.target === event.currentTarget;
        if (isOutside && event.detail === 1) onClose();
      }}
    >
      <h2 id={headingId}>{heading}</h2>
      <div className="stack mt-3">{children}</div>
      <div className="actions">
        <button type="button" className="button is-quiet" onClick={onClose}>
          {closeLabel}
        </button>
      </div>
    </dialog>
  );
}
