import { useEffect, useId, useRef, type ReactNode } from "react";

type DialogProps = {
  heading: ReactNode;
  isOpen: boolean;
  onClose: () => void;
  closeLabel?: string;
  children: ReactNode;
};

export function Dialog({ heading, isOpen, onClose, closeLabel = "Close", children }: DialogProps) {
  const element = useRef<HTMLDialogElement>(null);
  const isPressedOutside = useRef(false);
  const headingId = useId();

  useEffect(() => {
    if (isOpen) element.current?.showModal();
    else element.current?.close();
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
        // Ignores the second click of a double click that opened it, and the end of a text selection.
        const isOutside = isPressedOutside.current && event.target === event.currentTarget;
        if (isOutside && event.detail === 1) element.current?.close();
      }}
    >
      <h2 id={headingId}>{heading}</h2>
      <div className="stack mt-3">{children}</div>
      <div className="actions">
        <button type="button" className="button is-quiet" onClick={() => element.current?.close()}>
          {closeLabel}
        </button>
      </div>
    </dialog>
  );
}
