import type { ReactNode } from "react";
import { Form, NavLink } from "react-router";
import { Brand, DemoBanner, SiteFooter, SkipLink, type Site } from "./frame-parts.tsx";

type AreaFrameProps = {
  site: Site;
  home: string;
  /** `isExact`: the item is current on its own page alone, not on those below it. */
  items: { label: string; to: string; count?: number; isExact?: boolean }[];
  logoutAction: string;
  /** A field that finds what the area is about. */
  search?: ReactNode;
  children: ReactNode;
};

export function AreaFrame({ site, home, items, logoutAction, search, children }: AreaFrameProps) {
  return (
    <div className="area contents">
      <SkipLink />
      <header className="site-header">
        <div className="wrap">
          <Brand site={site} to={home} />
          {search}
          <nav className="site-nav" aria-label="Main">
            {items.map((item) => (
              <NavLink key={item.to} to={item.to} end={item.isExact ?? false}>
                {item.count ? `${item.label} (${item.count})` : item.label}
              </NavLink>
            ))}
            <Form method="post" action={logoutAction}>
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
