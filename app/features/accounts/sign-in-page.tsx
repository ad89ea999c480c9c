import type { ReactNode } from "react";
import { Link, useRouteLoaderData } from "react-router";
import { pageTitle } from "#app/forms/step-form.tsx";
import type { loader as rootLoader } from "#app/root.tsx";
import { Card } from "#app/ui/card.tsx";

type SignInPageProps = {
  heading: string;
  /** The page answers a refused POST: its title says so. */
  isRefused?: boolean;
  /** One sentence under the heading. */
  lead?: ReactNode;
  /** Where Back to Login leads; none on the login page itself. */
  backTo?: string;
  children: ReactNode;
  /** Links below the card. */
  footer?: ReactNode;
};

/** One narrow card under its title: every page of a sign-in. The route's `meta` stays empty. */
export function SignInPage({ heading, isRefused, lead, backTo, children, footer }: SignInPageProps) {
  const root = useRouteLoaderData<typeof rootLoader>("root");
  const title = pageTitle(heading, root?.site.name ?? "", isRefused);
  return (
    <div className="mx-auto max-w-md stack">
      <title>{title}</title>
      <h1>{heading}</h1>
      {lead ? <p className="lead">{lead}</p> : null}
      <Card>{children}</Card>
      {footer}
      {backTo ? (
        <p>
          <Link to={backTo}>Back to Login</Link>
        </p>
      ) : null}
    </div>
  );
}
