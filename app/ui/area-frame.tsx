import type { ReactNode } from "react";
import { Form, NavLink } from "react-router";
import { Brand, DemoBanner, SiteFooter, SkipLink, type Site } from "./frame-parts.tsx";

type AreaFrameProps = {
  site: Site;
  home: string;
  items: { label: string; to: string }[];
  children: ReactNode;
};

/** The frame of customers' pages. */
export function AreaFrame({ site, home, items, children }: AreaFrameProps) {
  return (
    <div className="area contents">
      <SkipLink />
      <header className="site-header">
        <div className="wrap">
          <Brand site={site} to={home} />
          <nav className="site-nav" aria-label="Main">
            {items.map(({ label, to }) => (
              <NavLink key={to} to={to}>
                {label}
              </NavLink>
            ))}
            <Form method="post" action="/customer/logout">
              <button className="link-button">Logout</button>
            </Form>
          </nav>
        </div>
      </header>
      <DemoBanner site={site} />
      <main id="main" tabIndex={-1} className="wrap">
        {children}
      </main>
      <SiteFooter site={site} />
    </div>
  );
}
