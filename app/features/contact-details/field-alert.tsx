import type { ReactNode } from "react";
import { useHydrated } from "#app/ui/use-hydrated.ts";

type FieldAlertProps = { heading?: string; onClose: () => void; children: ReactNode };

export function FieldAlert({ heading, onClose, children }: FieldAlertProps) {
  const isHydrated = useHydrated();
  return (
    <div className="alert is-warning mt-2 flex items-start justify-between gap-3" role="alert">
      <div className="min-w-0">
        {heading ? <h2>{heading}</h2> : null}
        {children}
      </div>
      {isHydrated ? (
        <button type="button" className="link-button" onClick={onClose}>
          Close
        </button>
      ) : null}
    </div>
  );
}
