import type { ReactNode } from "react";
import { useLocation } from "react-router";
import { Button, ButtonLink } from "./button.tsx";
import { MessagePage } from "./message-page.tsx";
import { telHref } from "./site-frame.tsx";

export type Home = { label: string; to: string };

type ErrorPageProps = {
  status: number;
  /** Thrown by the route: `{ page }` names a known page, `{ heading, message }` is shown, `resend` is a form that was
   * not saved. Text when the server answered instead. */
  details?: unknown;
  /** What the page could not do, for a fault of ours. */
  loadFailure?: string;
  requestId?: string;
  contactEmail: string;
  contactPhone: string;
  home: Home;
  pages: Record<string, KnownPage>;
  /** Outside of the signed-in areas: gets the phone number and help. */
  isVisitor: boolean;
  supportSubject: string;
};

type Words = { heading: string; message: string };
export type KnownPage = Words & { help?: ReactNode };
/** Without `action` the form goes to the page's own address. */
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

export function ErrorPage(props: ErrorPageProps) {
  const { status, details, loadFailure, requestId, contactEmail, contactPhone, home, isVisitor } = props;
  const thrown = toThrown(details);
  const known: KnownPage | undefined = props.pages[thrown.page ?? ""] ?? BY_STATUS[status];
  const heading = thrown.heading ?? known?.heading;
  const message = thrown.message ?? known?.message;
  if (heading && message) {
    return (
      <MessagePage heading={heading}>
        <p>{message}</p>
        {thrown.resend ? <ResendForm {...thrown.resend} /> : null}
        {isVisitor ? known?.help : null}
        <div className="actions">
          <ButtonLink to={home.to} look={thrown.resend ? "quiet" : "main"}>
            {home.label}
          </ButtonLink>
          {contactPhone && isVisitor ? (
            <a className="button is-quiet" href={telHref(contactPhone)}>
              Call {contactPhone}
            </a>
          ) : null}
        </div>
      </MessagePage>
    );
  }
  const subject = encodeURIComponent(`${props.supportSubject} ${requestId ?? ""}`.trim());
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
