import type { ReactNode } from "react";
import { Link } from "react-router";
import { Card } from "#app/ui/card.tsx";
import { PageTitle } from "#app/ui/page-title.tsx";

type SignInPageProps = {
  heading: string;
  lead?: ReactNode;
  above?: ReactNode;
  backTo?: string;
  children: ReactNode;
  footer?: ReactNode;
};

export function SignInPage({ heading, lead, above, backTo, children, footer }: SignInPageProps) {
  return (
    <div className="mx-auto max-w-md stack">
      <PageTitle title={heading} />
      <h1>{heading}</h1>
      {above}
      {lead ? <p className="lead">{lead}</p> : null}
      <Card>{children}</Card>
      {footer ? <div className="grid gap-2">{footer}</div> : null}
      {backTo ? (
        <p>
          <Link to={backTo}>Back to Login</Link>
        </p>
      ) : null}
    </div>
  );
}
