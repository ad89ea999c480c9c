import type { ReactNode } from "react";
import { Alert } from "#app/ui/alert.tsx";
import { useHydrated } from "#app/ui/use-hydrated.ts";

type FieldAlertProps = { heading?: string; onClose: () => void; children: ReactNode };

export function FieldAlert({ heading, onClose, children }: FieldAlertProps) {
  const isHydrated = useHydrated();
  return (
    <Alert tone="warning" className="mt-2 flex items-start justify-between gap-3" isLive>
      <div className="min-w-0">
        {heading ? <p className="font-semibold">{heading}</p> : null}
        {children}
      </div>
      {isHydrated ? (
        <button type="button" className="link-button" onClick={onClose}>
          Close
        </button>
      ) : null}
    </Alert>
  );
}
