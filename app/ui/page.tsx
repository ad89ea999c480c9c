import type { ReactNode } from "react";
import { PageTitle } from "./page-title.tsx";

type PageProps = {
  /** Of the window; also the heading unless that is given. */
  title: string;
  heading?: ReactNode;
  isRefused?: boolean;
  className?: "stack" | "prose";
  children: ReactNode;
};

export function Page({ title, heading = title, isRefused, className = "stack", children }: PageProps) {
  return (
    <div className={className}>
      <PageTitle title={title} isRefused={isRefused} />
      <h1>{heading}</h1>
      {children}
    </div>
  );
}
