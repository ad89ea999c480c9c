import type { ReactNode } from "react";
import { Link } from "react-router";
import { PageTitle } from "./page-title.tsx";

type PageProps = {
  /** Title of the window; also the heading unless that is given. */
  title: string;
  /** Null: a head above the page has it. */
  heading?: ReactNode;
  back?: { label: string; to: string };
  className?: "stack" | "prose";
  children: ReactNode;
};

/** A code with hyphens, such as a booking's reference, stays on one line. */
export const withWholeCodes = (text: string) =>
  text.split(/([A-Z\d]+(?:-[A-Z\d]+)+)/).map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      <span key={index} className="inline-block">
        {part}
      </span>
    ),
  );

export function Page(props: PageProps) {
  const { title, heading = title, back, className = "stack", children } = props;
  return (
    <div className={className}>
      <PageTitle title={title} />
      {back ? (
        <p className="no-print">
          <Link to={back.to}>{back.label}</Link>
        </p>
      ) : null}
      {heading === null ? null : <h1>{typeof heading === "string" ? withWholeCodes(heading) : heading}</h1>}
      {children}
    </div>
  );
}
