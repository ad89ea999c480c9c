import type { ReactNode } from "react";
import { Form, NavLink, useLocation } from "react-router";
import { DeskIcon, type DeskIconName } from "./desk-icon.tsx";
import { Brand, DemoBanner, SiteFooter, SkipLink, type Site } from "./frame-parts.tsx";

/** `isExact`: the place is current on its own page alone, not on those below it. `isBroken`: its count is about what
 * failed. */
export type Place = {
  label: string;
  to: string;
  icon: DeskIconName;
  count?: number;
  isExact?: boolean;
  isBroken?: boolean;
};

export type PlaceGroup = { title: string; places: Place[] };

type DeskFrameProps = {
  site: Site;
  home: string;
  /** On a phone the first three places of the first group are at the thumb, before "Menu". */
  groups: [PlaceGroup, ...PlaceGroup[]];
  /** Who is signed in, and the links to what is their own. */
  who: { name: string; role: string };
  own?: Place[];
  /** A field that finds what the area is about. */
  search?: ReactNode;
  /** Address of the form that signs out. */
  logout?: "/admin/logout" | "/customer/logout";
  children: ReactNode;
};

const placeLink = ({ label, to, icon, count, isExact = false, isBroken = false }: Place) => (
  <NavLink key={to} to={to} end={isExact}>
    <DeskIcon name={icon} />
    {count ? (
      <>
        {label} <span className={isBroken ? "rail-count is-broken" : "rail-count"}>({count})</span>
      </>
    ) : (
      label
    )}
  </NavLink>
);

/** The frame of those who work here: a rail of groups beside the page at a desk; on a smaller window a row of places
 * and "Menu" at the lower edge. */
export function DeskFrame(props: DeskFrameProps) {
  const { site, home, groups, who, own = [], search, logout = "/admin/logout", children } = props;
  // Another page closes the menu.
  const { pathname } = useLocation();
  const [first, ...others] = groups;
  return (
    <div className="area desk">
      <SkipLink />
      <header className="rail">
        <Brand site={site} to={home} />
        {search}
        <nav aria-label="Main" className="rail-places">
          <p>{first.title}</p>
          {first.places.slice(0, 3).map(placeLink)}
          <details key={pathname} className="rail-menu">
            <summary>
              <DeskIcon name="menu" />
              Menu
            </summary>
            <div className="rail-sheet">
              <div>{first.places.slice(3).map(placeLink)}</div>
              {others.map(({ title, places }) => (
                <div key={title}>
                  <p>{title}</p>
                  {places.map(placeLink)}
                </div>
              ))}
              <div className="rail-own">
                <p>
                  <b>{who.name}</b>
                  <br />
                  {who.role}
                </p>
                {own.map(placeLink)}
                <Form method="post" action={logout}>
                  <button className="link-button">
                    <DeskIcon name="leave" />
                    Logout
                  </button>
                </Form>
              </div>
            </div>
          </details>
        </nav>
      </header>
      <div className="desk-page">
        <DemoBanner site={site} />
        <main id="main" tabIndex={-1} className="wrap">
          {children}
        </main>
        <SiteFooter site={site} />
      </div>
    </div>
  );
}
