import type { ReactNode } from "react";

/** A page that says one thing and what to do next: not found, refused, expired, gone wrong. */
export function MessagePage({ heading, children }: { heading: ReactNode; children: ReactNode }) {
  return (
    <div className="prose">
      <h1>{heading}</h1>
      {children}
    </div>
  );
}
