import { Link, useRouteLoaderData } from "react-router";
import { PhoneLink } from "./phone-link.tsx";
import mark from "./mark.svg?raw";

type Status = { text: string; isProblem: boolean };

export type Site = {
  name: string;
  phone: string;
  email: string;
  privacyUrl: string;
  termsUrl: string;
  /** False when nothing can be stored right now. */
  isOperational: boolean;
  /** The practice's own additions; absent by default. */
  logo?: { href: string; width: number; height: number };
  status?: Status;
  details?: string[];
  /** In a demonstration: where its mails and invoices can be read. */
  demo?: { mailsHref: string; invoicesHref: string };
};

/** The practice's details, from the root loader. */
export function useSite(): Site {
  return (useRouteLoaderData("root") as { site: Site }).site;
}

export function Brand({ site: { name, logo }, to = "/" }: { site: Site; to?: string }) {
  return (
    <Link className="brand" to={to}>
      {logo ? (
        <img src={logo.href} width={logo.width} height={logo.height} alt="" />
      ) : (
        <span className="mark" dangerouslySetInnerHTML={{ __html: MARK }} />
      )}
      {name}
    </Link>
  );
}

/** `mark.svg` is the browser tab's icon too: another file in its place is another mark. Inside a page it needs no
 * namespace, and has the accent's colour. */
const MARK = mark.replaceAll(/ (xmlns|color)="[^"]*"/g, "");

export function SkipLink() {
  return (
    <a className="skip" href="#main">
      Skip to main content
    </a>
  );
}

export function DemoBanner({ site: { demo } }: { site: Site }) {
  if (!demo) return null;
  return (
    <aside className="status-bar no-print" aria-label="Demonstration">
      <div className="wrap">
        Demonstration: everybody here is invented, and nothing leaves this computer.{" "}
        <a href={demo.mailsHref}>Read the mails</a>, codes for signing in among them;{" "}
        <a href={demo.invoicesHref}>see the invoices</a>.
      </div>
    </aside>
  );
}

export type Entry = { label: string; to: string };

export function SiteFooter({ site, entry }: { site: Site; entry?: Entry | undefined }) {
  return (
    <footer className="site-footer">
      <div className="wrap">
        <span>
          Call <PhoneLink number={site.phone} />
        </span>
        <span>
          Email <a href={`mailto:${site.email}`}>{site.email}</a>
        </span>
        {site.details?.map((detail) => (
          <span key={detail}>{detail}</span>
        ))}
        <a href={site.privacyUrl}>Privacy</a>
        <a href={site.termsUrl}>Terms</a>
        <Link to="/accessibility">Accessibility</Link>
        <Link to="/complaints">Complaints</Link>
        <Link to="/verify" discover="none">
          Is this report true?
        </Link>
        {entry ? <Link to={entry.to}>{entry.label}</Link> : null}
      </div>
    </footer>
  );
}
