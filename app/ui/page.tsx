import type { ReactNode } from "react";
import { Link } from "react-router";
import { PageTitle } from "./page-title.tsx";

type PageProps = {
  /** Of the window; also the heading unless that is given. */
  title: string;
  heading?: ReactNode;
  isRefused?: boolean;
  back?: { label: string; to: string };
  className?: "stack" | "prose";
  children: ReactNode;
};

export function Page(props: PageProps) {
  const { title, heading = title, isRefused, back, className = "stack", children } = props;
  return (
    <div className={className}>
      <PageTitle title={title} isRefused={isRefused} />
      {back ? (
        <p>
          <Link to={back.to}>{back.label}</Link>
        </p>
      ) : null}
      <h1>{heading}</h1>
      {children}
    </div>
  );
}
