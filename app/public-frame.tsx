import type { ReactNode } from "react";
import { Link } from "react-router";
import { Brand, DemoBanner, SiteFooter, SkipLink, type Entry, type Site } from "./ui/frame-parts.tsx";
import { PhoneLink } from "./ui/phone-link.tsx";

const SIGN_IN: Entry[] = [
  { label: "Your bookings", to: "/customer/login" },
  { label: "Login", to: "/admin/login" },
];

function statusOf({ isOperational, phone, status }: Site): NonNullable<Site["status"]> {
  if (isOperational) {
    return status ?? { text: "System operational: online booking is working normally.", isProblem: false };
  }
  const text = `Online booking is having difficulties. Please try again in a few minutes or call ${phone}.`;
  return { text, isProblem: true };
}

/** The frame of the public pages, their error page included. `entries` is where a signed-in person goes back to. */
export function PublicFrame(props: { site: Site; entries?: Entry[] | undefined; children: ReactNode }) {
  const { site, entries = SIGN_IN, children } = props;
  const status = statusOf(site);
  return (
    <>
      <SkipLink />
      <header className="site-header">
        <div className="wrap">
          <Brand site={site} />
          <PhoneLink number={site.phone} />
          {entries.map(({ label, to }) => (
            <Link key={to} to={to}>
              {label}
            </Link>
          ))}
        </div>
      </header>
      <section className={status.isProblem ? "status-bar is-down" : "status-bar"} aria-label="Service status">
        <div className="wrap">{status.text}</div>
      </section>
      <DemoBanner site={site} />
      <main id="main" tabIndex={-1} className="wrap">
        {children}
      </main>
      <SiteFooter site={site} entry={entries.at(-1)} />
    </>
  );
}
