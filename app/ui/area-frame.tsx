import type { ReactNode } from "react";
import { Form, NavLink, useLocation } from "react-router";
import { Brand, DemoBanner, SiteFooter, SkipLink, type Site } from "./frame-parts.tsx";

type Item = { label: string; to: string; count?: number; isExact?: boolean };

type AreaFrameProps = {
  site: Site;
  home: string;
  /** `isExact`: the item is current on its own page alone, not on those below it. */
  items: Item[];
  logoutAction: string;
  /** A field that finds what the area is about. */
  search?: ReactNode;
  children: ReactNode;
};

/** Longer lists have the items after the first three behind "More" on a phone. */
const MAX_IN_ROW = 5;

const itemLink = ({ label, to, count, isExact = false }: Item) => (
  <NavLink key={to} to={to} end={isExact}>
    {count ? `${label} (${count})` : label}
  </NavLink>
);

export function AreaFrame({ site, home, items, logoutAction, search, children }: AreaFrameProps) {
  // Another page closes "More".
  const { pathname } = useLocation();
  const first = items.length > MAX_IN_ROW ? 3 : items.length;
  const logout = (
    <Form method="post" action={logoutAction}>
      <button className="link-button">Logout</button>
    </Form>
  );
  return (
    <div className="area contents">
      <SkipLink />
      <header className="site-header">
        <div className="wrap">
          <Brand site={site} to={home} />
          {search}
          <nav className="site-nav" aria-label="Main">
            {items.slice(0, first).map(itemLink)}
            {first < items.length ? (
              <details key={pathname} className="nav-more">
                <summary>More</summary>
                {items.slice(first).map(itemLink)}
                {logout}
              </details>
            ) : (
              logout
            )}
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
