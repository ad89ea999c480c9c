import { isRouteErrorResponse, Link, useMatches, useRouteError, useRouteLoaderData } from "react-router";
import { ErrorPage, type Home, type KnownPage } from "./ui/error-page.tsx";
import { PublicFrame } from "./public-frame.tsx";
import type { Site } from "./ui/site-frame.tsx";

/** Used when not even the root's data could be read. */
const FALLBACK_SITE: Site = {
  name: "Capacity Assessments",
  phone: "",
  email: "",
  privacyUrl: "/privacy",
  termsUrl: "/terms",
  isOperational: true,
};

/** The pages that a route may name in what it throws. */
const PAGES: Record<string, KnownPage> = {
  "booking-not-found": {
    heading: "Booking Not Found",
    message: "We couldn't find your booking. Please check your booking reference and try again.",
    help: (
      <>
        <p>
          Lost your booking&rsquo;s link? <Link to="/lost-link">Have it sent again</Link>
        </p>
        <p className="note">
          A booking opens from the link in your e-mail. If your browser refuses cookies, please allow them for
          this website: without one we forget the link from one page to the next.
        </p>
      </>
    ),
  },
  "invalid-request": { heading: "Invalid Request", message: "No booking ID provided." },
};

const BOOKING_FORM: Home = { label: "Go to the booking form", to: "/" };

/** `loadFailure` is shown on the error page when the route's loader fails. */
type RouteHandle = { loadFailure?: string };

function useRoot() {
  const root = useRouteLoaderData("root") as { site: Site; requestId: string } | undefined;
  return { site: root?.site ?? FALLBACK_SITE, requestId: root?.requestId };
}

/** The error page of a route; `home` is the start page of its area. */
export function RouteError({ home }: { home?: Home }) {
  const error = useRouteError();
  const details = isRouteErrorResponse(error) ? (error.data as unknown) : undefined;
  const { loadFailure } = { ...(useMatches().at(-1)?.handle as RouteHandle | undefined) };
  const { site, requestId } = useRoot();
  return (
    <ErrorPage
      status={isRouteErrorResponse(error) ? error.status : 500}
      details={details}
      loadFailure={loadFailure}
      requestId={requestId}
      contactEmail={site.email}
      contactPhone={site.phone}
      home={home ?? BOOKING_FORM}
      pages={PAGES}
      isVisitor={home === undefined}
      supportSubject="A problem with the booking service"
    />
  );
}

/** Exported by the layouts; the root's own failures alone use the root's. After an action threw, the framework loads
 * only the routes above the boundary, and the contact details are the root's. */
export function ErrorBoundary() {
  return (
    <PublicFrame site={useRoot().site}>
      <RouteError />
    </PublicFrame>
  );
}
