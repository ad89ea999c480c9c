import type { ReactNode } from "react";
import { PageTitle } from "./page-title.tsx";

/** A page that says one thing and what to do next. */
export function MessagePage({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <div className="prose">
      <PageTitle title={heading} />
      <h1>{heading}</h1>
      {children}
    </div>
  );
}
