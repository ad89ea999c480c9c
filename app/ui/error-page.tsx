import { Link, useLocation } from "react-router";
import { Button, ButtonLink } from "./button.tsx";
import { MessagePage } from "./message-page.tsx";
import { telHref } from "./site-frame.tsx";

/** Where the people of a signed-in area go on to. */
export type Home = { label: string; to: string };

type ErrorPageProps = {
  status: number;
  /**
   * What the route threw: `{ page }` names one of the known pages, `{ heading, message }` gives what to show, `resend` a
   * form that could not be saved. Text when the server answered in the place of the route.
   */
  details?: unknown;
  /** What the page could not do, in the words of its own, when the fault is ours. */
  loadFailure?: string;
  requestId?: string;
  contactEmail: string;
  contactPhone: string;
  /** In the place of what a visitor may do next: the booking form, a call, a fresh link. */
  home?: Home;
};

type Words = { heading: string; message: string };
/** Without `action` the form goes to the address of the page. */
type Resend = { action?: string; advice?: string; fields: [name: string, value: string][] };
type Thrown = { page?: string; resend?: Resend } & Partial<Words>;

function toThrown(details: unknown): Thrown {
  if (typeof details !== "string") return (details ?? {}) as Thrown;
  try {
    return (JSON.parse(details) ?? {}) as Thrown;
  } catch {
    return {};
  }
}

const PAGES: Record<string, Words> = {
  "booking-not-found": {
    heading: "Booking Not Found",
    message: "We couldn't find your booking. Please check your booking reference and try again.",
  },
  "invalid-request": { heading: "Invalid Request", message: "No booking ID provided." },
};

const BY_STATUS: Record<number, Words> = {
  400: { heading: "Something is wrong with that request", message: "Please go back and try again." },
  403: {
    heading: "You do not have access to this page",
    message: "Sign in with an account that has, or go back.",
  },
  404: {
    heading: "Page not found",
    message: "There is no page at this address. Check that it was typed or copied completely.",
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

/** The page for everything that did not work, known or not (SPEC section 2). */
export function ErrorPage(props: ErrorPageProps) {
  const { status, details, loadFailure, requestId, contactEmail, contactPhone, home } = props;
  const thrown = toThrown(details);
  const known = (thrown.page ? PAGES[thrown.page] : undefined) ?? BY_STATUS[status];
  const heading = thrown.heading ?? known?.heading;
  const message = thrown.message ?? known?.message;
  if (heading && message) {
    return (
      <MessagePage heading={heading}>
        <p>{message}</p>
        {thrown.resend ? <ResendForm {...thrown.resend} /> : null}
        {thrown.page === "booking-not-found" && !home ? (
          <>
            <p>
              Lost your booking&rsquo;s link? <Link to="/lost-link">Have it sent again</Link>
            </p>
            <p className="note">
              A booking opens from the link in your e-mail. If your browser refuses cookies, please allow them
              for this website: without one we forget the link from one page to the next.
            </p>
          </>
        ) : null}
        <div className="actions">
          <ButtonLink to={home?.to ?? "/"} look={thrown.resend ? "quiet" : "main"}>
            {home?.label ?? "Go to the booking form"}
          </ButtonLink>
          {contactPhone && !home ? (
            <a className="button is-quiet" href={telHref(contactPhone)}>
              Call {contactPhone}
            </a>
          ) : null}
        </div>
      </MessagePage>
    );
  }
  const subject = encodeURIComponent(`A problem with the booking service ${requestId ?? ""}`.trim());
  return (
    <MessagePage heading="Something went wrong">
      {loadFailure ? <p>{loadFailure}</p> : null}
      <p>
        We are sorry: this is a fault of ours. What you had saved before is safe. Please try again in a
        moment.
      </p>
      <div className="actions">
        <ReloadForm />
        <a className="button is-quiet" href={`mailto:${contactEmail}?subject=${subject}`}>
          Contact Support
        </a>
      </div>
      {requestId ? <p className="note">If you contact us, please quote {requestId}.</p> : null}
    </MessagePage>
  );
}

/** Sends again what could not be saved, as the page itself would have sent it. */
function ResendForm({ action, advice, fields }: Resend) {
  return (
    <form method="post" action={action} encType="multipart/form-data" autoComplete="off" className="stack">
      {advice ? <p>{advice}</p> : null}
      {fields.map(([name, value], index) => (
        <textarea key={index} name={name} defaultValue={value} hidden readOnly />
      ))}
      <Button>Try again</Button>
    </form>
  );
}

/** Asks for the same address again: a plain GET form, because there may be no JavaScript. */
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
