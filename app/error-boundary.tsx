import type { ReactNode } from "react";
import {
  isRouteErrorResponse,
  Link,
  useLocation,
  useMatches,
  useRouteError,
  useRouteLoaderData,
} from "react-router";
import type { Home } from "./area-home.ts";
import { PublicFrame } from "./public-frame.tsx";
import { Button, ButtonLink } from "./ui/button.tsx";
import { phoneHref } from "./platform/phone-number.ts";
import type { Site } from "./ui/frame-parts.tsx";
import { Page } from "./ui/page.tsx";

const FALLBACK_SITE: Site = {
  name: "Capacity Assessments",
  phone: "",
  email: "",
  privacyUrl: "/privacy",
  termsUrl: "/terms",
  isOperational: true,
};

type Words = { heading: string; message: string };
type KnownPage = Words & { help?: ReactNode };
type Resend = { advice?: string; fields: [name: string, value: string][] };
type Thrown = { page?: string; resend?: Resend } & Partial<Words>;

function toThrown(details: unknown): Thrown {
  if (typeof details !== "string") return (details ?? {}) as Thrown;
  try {
    return (JSON.parse(details) ?? {}) as Thrown;
  } catch {
    return {};
  }
}

const BY_STATUS: Record<number, KnownPage | undefined> = {
  400: { heading: "Something is wrong with that request", message: "Please go back and try again." },
  403: {
    heading: "You do not have access to this page",
    message: "Sign in with an account that has, or go back.",
  },
  404: {
    heading: "Page not found",
    message: "Error 404: there is no page at this address. Check that it was typed or copied completely.",
  },
  405: { heading: "That cannot be done here", message: "Please go back and try again." },
  413: {
    heading: "That is more than we can accept",
    message: "Please go back, shorten what you wrote and send it again. Nothing you saved before is lost.",
  },
  429: {
    heading: "Too many requests",
    message: "Please wait a few minutes and try again. Nothing you saved before is lost.",
  },
};

const PAGES: Record<string, KnownPage | undefined> = {
  "booking-not-found": {
    heading: "Booking Not Found",
    message: "We couldn't find your booking. Please check your booking reference and try again.",
    help: (
      <>
        <p>
          Lost your booking&rsquo;s link? <Link to="/lost-link">Have it sent again</Link>
        </p>
        <p className="note">
          A booking opens from the link in your email. If your browser refuses cookies, please allow them for
          this website: without one we forget the link from one page to the next.
        </p>
      </>
    ),
  },
  "invalid-request": { heading: "Invalid Request", message: "No booking ID provided." },
};

const BOOKING_FORM: Home = { label: "Go to the booking form", to: "/" };

type ErrorPageProps = {
  status: number;
  /** Thrown by the route (`Thrown`), or text when the server answered instead. */
  details?: unknown;
  loadFailure?: string | undefined;
  requestId?: string | undefined;
  site: Site;
  /** The start page of a signed-in area; others get the phone number and help. */
  home?: Home | undefined;
};

export function ErrorPage({ status, details, loadFailure, requestId, site, home }: ErrorPageProps) {
  const thrown = toThrown(details);
  const known = PAGES[thrown.page ?? ""] ?? BY_STATUS[status];
  const heading = thrown.heading ?? known?.heading;
  const message = thrown.message ?? known?.message;
  if (heading && message) {
    const { label, to } = home ?? BOOKING_FORM;
    return (
      <Page className="prose" title={heading}>
        <p>{message}</p>
        {thrown.resend ? (
          <form method="post" encType="multipart/form-data" autoComplete="off" className="stack">
            {thrown.resend.advice ? <p>{thrown.resend.advice}</p> : null}
            {thrown.resend.fields.map(([name, value], index) => (
              <textarea key={index} name={name} defaultValue={value} hidden readOnly />
            ))}
            <Button>Try again</Button>
          </form>
        ) : null}
        {home ? null : known?.help}
        <div className="actions">
          <ButtonLink to={to} look={thrown.resend ? "quiet" : "main"}>
            {label}
          </ButtonLink>
          {site.phone && !home ? (
            <a className="button is-quiet" href={phoneHref(site.phone)}>
              Call {site.phone}
            </a>
          ) : null}
        </div>
      </Page>
    );
  }
  const subject = encodeURIComponent(`A problem with the booking service ${requestId ?? ""}`.trim());
  return (
    <Page className="prose" title="Something went wrong">
      {loadFailure ? <p>{loadFailure}</p> : null}
      <p>
        We are sorry: this is a fault of ours. What you had saved before is safe. Please try again in a
        moment.
      </p>
      <div className="actions">
        <ReloadForm />
        <a className="button is-quiet" href={`mailto:${site.email}?subject=${subject}`}>
          Contact Support
        </a>
      </div>
      {requestId ? <p className="note">If you contact us, please quote {requestId}.</p> : null}
    </Page>
  );
}

function ReloadForm() {
  const { pathname, search } = useLocation();
  return (
    <form method="get" action={pathname}>
      {[...new URLSearchParams(search)].map(([name, value], index) => (
        <input key={index} type="hidden" name={name} value={value} />
      ))}
      <Button>Reload Page</Button>
    </form>
  );
}

function useRoot() {
  const root = useRouteLoaderData("root") as { site: Site; requestId: string } | undefined;
  return { site: root?.site ?? FALLBACK_SITE, requestId: root?.requestId };
}

export function RouteError({ home }: { home?: Home }) {
  const error = useRouteError();
  const { status, data: details } = isRouteErrorResponse(error) ? error : { status: 500, data: undefined };
  /** `loadFailure` is what the page could not do, when its loader fails. */
  const handle = useMatches().at(-1)?.handle as { loadFailure?: string } | undefined;
  return (
    <ErrorPage
      status={status}
      details={details}
      home={home}
      loadFailure={handle?.loadFailure}
      {...useRoot()}
    />
  );
}

/** Exported by the layouts too: after an action threw, the framework loads only the routes above the boundary. */
export function ErrorBoundary() {
  return (
    <PublicFrame site={useRoot().site}>
      <RouteError />
    </PublicFrame>
  );
}
