import type { ReactNode } from "react";
import { Page } from "./page.tsx";

export function MessagePage({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <Page className="prose" title={heading}>
      {children}
    </Page>
  );
}
