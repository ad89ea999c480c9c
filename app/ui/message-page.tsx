import type { ReactNode } from "react";
import { Page } from "./page.tsx";

/** A page that says one thing and what to do next. */
export function MessagePage({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <Page className="prose" title={heading}>
      {children}
    </Page>
  );
}
