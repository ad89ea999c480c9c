import type { ReactNode } from "react";
import { Icon } from "#app/ui/icon.tsx";

type ReceiptProps = { heading: string; reference: string; children: ReactNode };

export function Receipt({ heading, reference, children }: ReceiptProps) {
  return (
    <div className="prose">
      <h1>
        <span className="done-mark">
          <Icon name="tick" />
        </span>
        {heading}
      </h1>
      <section className="card w-fit min-w-[min(22rem,100%)]" aria-label="Booking reference">
        <p className="hint">Your booking reference is</p>
        <p className="reference">{reference}</p>
      </section>
      {children}
    </div>
  );
}
