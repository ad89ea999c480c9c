import type { ReactNode } from "react";
import { AreaFrame } from "./area-frame.tsx";
import { ErrorPage } from "./error-page.tsx";
import { LONG_TEXT, type Examples } from "./example.ts";
import { MessagePage } from "./message-page.tsx";
import { PageTitle } from "./page-title.tsx";
import { Brand, SiteFooter, SiteFrame, SkipLink, type Site } from "./site-frame.tsx";

const SITE: Site = {
  name: "Capacity Assessments",
  phone: "020 7946 0000",
  email: "hello@example.org",
  privacyUrl: "/privacy",
  termsUrl: "/terms",
  isOperational: true,
};
const ENTRIES = [
  { label: "Your bookings", to: "/customer/login" },
  { label: "Login", to: "/admin/login" },
];
const WORKS = { text: "All systems operational", isProblem: false };

function Public({
  site = SITE,
  status = WORKS,
  children,
}: {
  site?: Site;
  status?: typeof WORKS;
  children: ReactNode;
}) {
  return (
    <SiteFrame site={site} entries={ENTRIES} status={status}>
      {children}
    </SiteFrame>
  );
}

function Failure(props: Partial<Parameters<typeof ErrorPage>[0]> & { status: number }) {
  return (
    <Public>
      <ErrorPage
        contactEmail={SITE.email}
        contactPhone={SITE.phone}
        home={{ label: "Start a booking", to: "/" }}
        pages={{
          "no-booking": {
            heading: "Booking not found",
            message: "The link may be incomplete or too old.",
            help: <p>Ask for a new link by e-mail.</p>,
          },
        }}
        isVisitor
        supportSubject="Help with"
        {...props}
      />
    </Public>
  );
}

const items = ["Dashboard", "Users", "Send Booking Link", "Outbox", "Settings"].map((label) => ({
  label,
  to: label === "Dashboard" ? "/gallery" : `/admin/${label.toLowerCase()}`,
  count: label === "Outbox" ? 3 : 0,
}));

export default {
  title: "Pages",
  examples: [
    {
      name: "SiteFrame",
      of: [SiteFrame, Brand, SkipLink, SiteFooter, PageTitle],
      place: "page",
      states: {
        Normal: (
          <Public>
            <PageTitle title="A page" />
            <h1>A page</h1>
          </Public>
        ),
        "Nothing can be stored": (
          <Public
            status={{ text: "We cannot take bookings online right now. Please call us.", isProblem: true }}
          >
            <h1>A page</h1>
          </Public>
        ),
        "Long text": (
          <Public site={{ ...SITE, name: LONG_TEXT, details: [LONG_TEXT, "Company number 01234567"] }}>
            <h1>{LONG_TEXT}</h1>
          </Public>
        ),
      },
    },
    {
      name: "AreaFrame",
      of: [AreaFrame],
      place: "page",
      states: {
        "Signed in": (
          <AreaFrame site={SITE} home="/gallery" items={items} logoutAction="/admin/logout">
            <h1>A page</h1>
          </AreaFrame>
        ),
        "Nobody signed in": (
          <AreaFrame site={SITE} home="/gallery" items={[]} logoutAction={null}>
            <h1>A page</h1>
          </AreaFrame>
        ),
      },
    },
    {
      name: "MessagePage",
      of: [MessagePage],
      place: "page",
      states: {
        Normal: (
          <Public>
            <MessagePage heading="This link has expired">
              <p>Ask for a new one.</p>
            </MessagePage>
          </Public>
        ),
      },
    },
    {
      name: "ErrorPage",
      of: [ErrorPage],
      place: "page",
      states: {
        "Not found": <Failure status={404} />,
        "A known page, with help": <Failure status={404} details={{ page: "no-booking" }} />,
        "Too many requests": <Failure status={429} />,
        "A form that was not saved": (
          <Failure
            status={503}
            details={{
              heading: "That could not be saved",
              message: "What you typed is still here.",
              resend: { advice: "Please wait a moment and try again.", fields: [["firstName", "Ann"]] },
            }}
          />
        ),
        "A fault of ours": (
          <Failure status={500} requestId="0199-4c2a" loadFailure="The booking could not be shown." />
        ),
      },
    },
  ],
} satisfies Examples;
